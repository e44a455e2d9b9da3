import { describe, expect, it } from '@jest/globals';
import { errorKeys } from '../../operations/support/failures.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { measureCpu } from './measure-cpu.js';

const mebibyte = 1_048_576;
/**
 * The longest CPU time that a request with a hostile body may take. Such a request should take far less; with a quadratic
 * algorithm it would take far more.
 */
const allowedMs = 3_000;

export function describeHostileBodies(stage: () => Stage): void {
  async function post(text: string) {
    const { result, cpuMs } = await measureCpu(() => stage().v3.callAny('createContact', { text }));
    expect(cpuMs).toBeLessThan(allowedMs);
    return result;
  }

  const fill = (piece: (index: number) => string, size = mebibyte - 200) => {
    const pieces: string[] = [];
    for (let length = 0, index = 0; length < size; index += 1) {
      const next = piece(index);
      pieces.push(next);
      length += next.length + 1;
    }
    return pieces.slice(0, -1).join(',');
  };

  describe('a hostile JSON body is refused quickly', () => {
    it.each<[string, () => string]>([
      ['a megabyte of unknown keys', () => `{${fill((index) => `"k${index}":1`)}}`],
      ['many keys in a free object', () => `{${fill((index) => `"k${index}":1`, 60_000)}}`],
      ['a megabyte of keys in a free object', () => `{"metadata":{${fill((index) => `"k${index}":1`)}}}`],
      ['a megabyte of the same key with other types', () => `{${fill((index) => `"firstName":${index}`)}}`],
      ['keys that are numbers', () => `{${fill((index) => `"${index}":1`, 500_000)}}`],
      ['a megabyte of brackets', () => `{"metadata":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`],
      ['a megabyte of objects in objects', () => `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`],
      ['one key of a megabyte', () => `{"${'k'.repeat(mebibyte - 100)}":1}`],
      ['a number of a megabyte', () => `{"firstName":${'9'.repeat(mebibyte - 100)}}`],
      ['a megabyte of escapes', () => `{"firstName":"${'\\u0000'.repeat(170_000)}"}`],
      ['a megabyte of text instead of an object', () => `{"metadata":"${'a'.repeat(mebibyte - 100)}"}`],
      ['a megabyte of invalid handles', () => `{"attributes":[${fill(() => '{}')}]}`],
      ['a megabyte of spaces', () => `{"metadata":1,${' '.repeat(mebibyte - 100)}`],
      ['an address of a megabyte', () => `{"email":"${'a@'.repeat(500_000)}"}`],
      ['a phone number of a megabyte', () => `{"phoneNumber":"${'+(1'.repeat(340_000)}"}`],
    ])('%s', async (_name, text) => {
      expect(errorKeys(await post(text()))).not.toEqual({});
    });
  });

  describe('a hostile form is refused quickly', () => {
    const file = '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n';

    async function upload(text: string, boundary: string) {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const { result, cpuMs } = await measureCpu(() => stage().v3.callAny('uploadFile', { text, headers }));
      expect(cpuMs).toBeLessThan(allowedMs);
      return result;
    }

    const end = '\r\n--limit--\r\n';

    it.each<[string, string, () => string]>([
      ['fifty thousand parts', 'limit', () => `${`${file}\r\nx\r\n`.repeat(50_000)}${end}`],
      ['a million boundaries', 'limit', () => '--limit\r\n'.repeat(1_000_000)],
      ['another boundary than declared', 'other', () => `${file}\r\nHello${end}`],
      ['a boundary with a suffix', `limit${'a'.repeat(5_000)}`, () => `${file}\r\nHello${end}`],
      ['four megabytes of almost the boundary', 'limit', () => `${file}\r\n${'\r\n--limi'.repeat(500_000)}`],
      ['an endless head', 'limit', () => `${file}${'X-Header: a\r\n'.repeat(300_000)}\r\nHello${end}`],
      ['an endless line', 'limit', () => `${file}X-Header: ${'a'.repeat(4 * mebibyte)}\r\n\r\nHello${end}`],
      ['nothing but line breaks', 'limit', () => '\r\n'.repeat(2 * mebibyte)],
      ['a part without a name', 'limit', () => `--limit\r\nContent-Disposition: form-data\r\n\r\nx${end}`],
      [
        'endless parameters',
        'limit',
        () => `--limit\r\nContent-Disposition: form-data; ${'a=b; '.repeat(10_000)}\r\n\r\nx${end}`,
      ],
    ])('%s', async (_name, boundary, text) => {
      expect(errorKeys(await upload(text(), boundary))).not.toEqual({});
    });
  });
}
