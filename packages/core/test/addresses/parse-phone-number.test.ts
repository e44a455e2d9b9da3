import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePhoneNumber } from '../../src/addresses/parse-phone-number.js';

const require = createRequire(import.meta.url);
const { getCountries, getExampleNumber } =
  require('libphonenumber-js/max') as typeof import('libphonenumber-js/max');
const examples = require('libphonenumber-js/mobile/examples');

describe('parsePhoneNumber', () => {
  test.each([
    '+4915512345678',
    '+49 155 1234 5678',
    '+49 (0) 155 12345678',
    '+49(0)155-1234-5678',
    '004915512345678',
    '0049 (0) 155 / 123 456 78',
    '4915512345678',
    '49 155 12345678',
    '+49\u00a0155\u20111234\u20115678',
    '\u202a+4915512345678\u202c',
    '＋４９１５５１２３４５６７８',
  ])('"%s" is the same number in every workspace', (text) => {
    for (const country of [null, 'DE', 'US', 'GB', 'BR', 'IT', 'RU']) {
      expect(parsePhoneNumber(text, country)).toBe('+4915512345678');
    }
  });

  test.each([
    ['0155 12345678', 'DE', '+4915512345678'],
    ['030 123456', 'DE', '+4930123456'],
    ['(202) 555-0123', 'US', '+12025550123'],
    ['1 202 555 0123', 'US', '+12025550123'],
    ['011 49 155 12345678', 'US', '+4915512345678'],
    ['07400 123456', 'GB', '+447400123456'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['347 123 4567', 'IT', '+393471234567'],
    ['06 12345678', 'IT', '+390612345678'],
    ['11 96123-4567', 'BR', '+5511961234567'],
    ['8 495 123-45-67', 'RU', '+74951234567'],
  ])('the national form "%s" is read by the rules of %s', (text, country, expected) => {
    expect(parsePhoneNumber(text, country)).toBe(expected);
  });

  test.each(['0155 12345678', '(202) 555-0123', '06 12 34 56 78'])(
    'the national form "%s" is not a number without a country',
    (text) => {
      expect(parsePhoneNumber(text, null)).toBeUndefined();
      expect(parsePhoneNumber(text, 'XX')).toBeUndefined();
    },
  );

  test('digits with two meanings are read as a national number first, and then as an international one', () => {
    expect(parsePhoneNumber('4792234567', 'US')).toBe('+14792234567');
    expect(parsePhoneNumber('4792234567', 'DE')).toBe('+4792234567');
    expect(parsePhoneNumber('4792234567', null)).toBe('+4792234567');
    expect(parsePhoneNumber('84951234567', 'RU')).toBe('+74951234567');
    expect(parsePhoneNumber('84951234567', 'DE')).toBe('+84951234567');
  });

  test('national digits without their trunk prefix are read when they have no other meaning', () => {
    expect(parsePhoneNumber('15112345678', 'DE')).toBe('+4915112345678');
    expect(parsePhoneNumber('9161234567', 'RU')).toBe('+79161234567');
  });

  test('a mistyped international number of the workspace’s country does not become the number of somebody else', () => {
    expect(parsePhoneNumber('49155123456', 'DE')).toBeUndefined();
    expect(parsePhoneNumber('4915512345678', 'DE')).toBe('+4915512345678');
  });

  test.each([
    '',
    ' ',
    '+',
    '00',
    'call me',
    '+49',
    '+491512',
    '12345',
    '110',
    '+49 155 1234567 ext. 5',
    '+49 155 12345678 or +49 30 123456',
    '+1 555 0100',
    '+999 123456789',
    '+00000000000',
    '1'.repeat(64),
    '+'.repeat(1_000),
  ])('%p is not a number', (text) => {
    for (const country of [null, 'DE', 'US']) expect(parsePhoneNumber(text, country)).toBeUndefined();
  });

  test('parses its own output, and the national form of every country like its international form', () => {
    const countries = getCountries().flatMap((country) => {
      const number = getExampleNumber(country, examples);
      return number?.isValid() ? [{ country, number }] : [];
    });
    expect(countries.length).toBeGreaterThan(200);
    for (const { country, number } of countries) {
      expect(parsePhoneNumber(number.number, null)).toBe(number.number);
      expect(parsePhoneNumber(number.formatInternational(), country)).toBe(number.number);
      expect([country, parsePhoneNumber(number.formatNational(), country)]).toEqual([country, number.number]);
    }
  });

  test('never throws, and its result is in E.164 form and parses to itself', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0]{0,3}[\d ()./-]{0,20}$/));
    const check = (given: string, country: string | null) => {
      const number = parsePhoneNumber(given, country);
      if (number === undefined) return;
      expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
      expect(parsePhoneNumber(number, country)).toBe(number);
    };
    fc.assert(fc.property(text, fc.constantFrom(null, 'DE', 'US', 'BR', 'GB'), check), { numRuns: 3_000 });
  });
});
