import { openEnvelope, writeEnvelope } from '../../src/bullmq/envelope.ts';
import { makeDelivery } from '../support/deliveries.ts';

describe('envelope', () => {
  it('gives back the delivery that was put in', () => {
    const delivery = makeDelivery();
    expect(openEnvelope(JSON.parse(writeEnvelope(delivery)))).toEqual({ kind: 'delivery', delivery });
  });

  it('takes the text of the payload as it is', () => {
    const text = '\n{ "a": "\\ud800 \\u00e9 😀", "a": 1e400, "__proto__": { "b": "}}" } }\r\n';
    const delivery = makeDelivery({ payload: JSON.parse(text) });
    const written = writeEnvelope(delivery, text);
    expect(written).toContain(text);
    expect(openEnvelope(JSON.parse(written))).toEqual({ kind: 'delivery', delivery });
  });

  it('tells one that a later release wrote from one that is damaged', () => {
    expect(openEnvelope({ v: 2, somethingElse: true })).toEqual({ kind: 'newer' });
    const damaged = [
      null,
      'text',
      {},
      { v: '1' },
      { v: 1 },
      { v: 1, delivery: {} },
      { v: 1, delivery: { key: 'w1' } },
    ];
    for (const data of damaged) expect(openEnvelope(data)).toEqual({ kind: 'unreadable' });
  });
});
