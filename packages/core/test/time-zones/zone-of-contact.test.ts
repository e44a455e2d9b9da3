import { expect, test } from '@jest/globals';
import { isTimeZone } from '../../src/time-zones/time-zone.js';
import { zoneOfContact } from '../../src/time-zones/zone-of-contact.js';
import { zonesByCallingCode } from '../../src/time-zones/zones-by-calling-code.js';

test.each([
  ['its own', { timeZone: 'Asia/Tokyo', phoneNumber: '+4915112345678' }, 'Asia/Tokyo'],
  ['that of its country', { timeZone: null, phoneNumber: '+4915112345678' }, 'Europe/Berlin'],
  [
    'that of a country with a code of three digits',
    { timeZone: null, phoneNumber: '+3531234567' },
    'Europe/Dublin',
  ],
  [
    'that of the workspace, as its country has several',
    { timeZone: null, phoneNumber: '+12125550123' },
    'UTC',
  ],
  ['that of the workspace, as Spain has two', { timeZone: null, phoneNumber: '+34600000000' }, 'UTC'],
  ['that of the workspace, without a number', { timeZone: null, phoneNumber: null }, 'UTC'],
  ['that of the workspace, with a short code', { timeZone: null, phoneNumber: '49151' }, 'UTC'],
])('the zone of a contact is %s', (_, contact, expected) => {
  expect(zoneOfContact({ ...contact, workspaceZone: 'UTC' })).toBe(expected);
});

test('every zone of the table exists, and no code is the beginning of another one', () => {
  const codes = [...zonesByCallingCode.keys()];
  expect([...zonesByCallingCode.values()].filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))).toEqual([]);
});
