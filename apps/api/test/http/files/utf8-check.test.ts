import { describe, expect, test } from '@jest/globals';
import { Utf8Check } from '../../../src/http/files/utf8-check.js';

/** The decoder of the platform decides what valid UTF-8 is. */
function decodes(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function checkInPieces(bytes: Buffer, pieceBytes: number): boolean {
  const check = new Utf8Check();
  for (let at = 0; at < bytes.length; at += pieceBytes) check.update(bytes.subarray(at, at + pieceBytes));
  return check.isText;
}

const texts: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['characters of one to four bytes', Buffer.from('aé€😀 zß水🎉')],
  ['a byte order mark', Buffer.from('\uFEFFtext')],
  ['a character without its end', Buffer.from('a😀').subarray(0, 4)],
  ['a continuation without its beginning', Buffer.from([0x61, 0x80, 0x61])],
  ['four continuations', Buffer.from([0x80, 0x80, 0x80, 0x80])],
  ['a beginning that is followed by another', Buffer.from([0xe2, 0x82, 0xe2, 0x82, 0xac])],
  ['an overlong form', Buffer.from([0xc0, 0x80])],
  ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ['a byte that UTF-8 does not have', Buffer.from([0x61, 0xff])],
];

describe('text that arrives in pieces', () => {
  test.each(texts)('is recognized like the whole text: %s', (_, bytes) => {
    for (const pieceBytes of [1, 2, 3, 4, 5, 100])
      expect([pieceBytes, checkInPieces(bytes, pieceBytes)]).toEqual([pieceBytes, decodes(bytes)]);
  });

  test('is not text if it contains a zero byte', () => {
    expect(checkInPieces(Buffer.from('a\0b'), 1)).toBe(false);
  });
});
