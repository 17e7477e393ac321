import { known, refusedAt } from './known.ts';
import { actionsByType, changedAt, sampleBody } from './samples.ts';

const body = sampleBody('payment:success');

test.each(['v1.1', undefined])('a payment may have version %p', (version) => {
  const [payment] = known('payment:success', changedAt(body, ['payments', 0, 'version'], version)).payments;
  expect(payment?.version).toBe(version);
});

test('a payment is for a buy action', () => {
  const path = ['payments', 0, 'action'];
  expect(known('payment:success', body).payments[0]?.action.amount).toBe(1000);
  expect(refusedAt(changedAt(body, path, actionsByType.postback))).toContain('payments.0.action.type');
});

test('a payment has a charge', () => {
  expect(refusedAt(changedAt(body, ['payments', 0, 'charge', 'id'], undefined))).toEqual([
    'payments.0.charge.id',
  ]);
});
