import * as events from '../../src/events/index.ts';

test('the folder gives out these values', () => {
  expect(Object.keys(events).sort((a, b) => (a < b ? -1 : 1))).toEqual([
    'acceptedEvent',
    'actionSchema',
    'appUserSchema',
    'clientSchema',
    'hasVersion',
    'identifyEvent',
    'isJsonObject',
    'isTrigger',
    'isVersion',
    'itemSchema',
    'loggable',
    'messageSchema',
    'parseEvent',
    'readVersion',
    'schemas',
    'schemasRevision',
    'triggerVersions',
    'triggers',
    'versions',
  ]);
});
