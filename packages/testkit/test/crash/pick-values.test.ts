import { expect, test } from '@jest/globals';
import { pickValues } from '../../src/crash/pick-values.js';

test('omits fields without a value, at any depth', () => {
  const contact = { firstName: 'Ada', timeZone: null, labels: [{ name: 'VIP', color: null }], chats: [] };
  expect(pickValues({ data: { contact, totals: { sent: 1, replied: 0 } } })).toEqual({
    data: { contact: { firstName: 'Ada', labels: [{ name: 'VIP' }] }, totals: { sent: 1 } },
  });
});

test('keeps an empty text, false, an empty object, and the items of a list, which have a place', () => {
  const content = { text: '', isUnread: false, metadata: {}, list: [null, 0, []] };
  expect(pickValues(content)).toEqual(content);
});
