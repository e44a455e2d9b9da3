import { describe, expect, it } from '@jest/globals';
import { isUri } from '../../../src/http/validation/formats.js';

describe('the format uri', () => {
  it.each([
    'https://partner.example/webhooks?token=a%20b%C3%A9',
    'http://partner.example:8080/a(b);c=d#part',
  ])('takes %s', (uri) => expect(isUri(uri)).toBe(true));

  it.each([
    ['half of a percent-encoding', 'https://partner.example/?a=1&b=%2'],
    ['a percent sign that encodes nothing', 'https://partner.example/100%'],
    ['a percent sign before other letters', 'https://partner.example/%zz'],
    ['a space', 'https://partner.example/a b'],
    ['a letter that is not ASCII', 'https://partner.example/é'],
    ['no scheme', 'partner.example/webhooks'],
  ])('refuses %s', (_, uri) => expect(isUri(uri)).toBe(false));
});
