import { describe, expect, test } from '@jest/globals';
import { readEmail } from '../../src/addresses/read-email.js';
import { readInstagramId } from '../../src/addresses/read-instagram-id.js';

describe('readEmail', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada+shop@mail.example.co.uk ', 'ada+shop@mail.example.co.uk'],
    ["o'neil_x@example.com", "o'neil_x@example.com"],
    ['jörg@müller.example', 'jörg@müller.example'],
    ['用户@例子.公司', '用户@例子.公司'],
    ['a@xn--mller-kva.example', 'a@xn--mller-kva.example'],
  ])('"%s" is %s', (text, address) => {
    expect(readEmail(text)).toBe(address);
    expect(readEmail(address)).toBe(address);
  });

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@example@com.example',
    'ada b@example.com',
    'ada..b@example.com',
    '.ada@example.com',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'Ada <ada@example.com>',
    'a@b.example, c@d.example',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(320)}.example`,
    `a@${'-'.repeat(100_000)}.example`,
  ])('%# is none', (text) => {
    expect(readEmail(text)).toBeUndefined();
  });
});

describe('readInstagramId', () => {
  test('accepts ids and user names, with or without an at sign, in any case', () => {
    expect(['17841400000000004', '@Deniz.Makes', ' deniz.makes '].map(readInstagramId)).toEqual([
      '17841400000000004',
      'deniz.makes',
      'deniz.makes',
    ]);
    expect(['', '@', 'deniz makes', 'a@b.example', 'x'.repeat(65)].map(readInstagramId)).toEqual(
      Array(5).fill(undefined),
    );
  });
});
