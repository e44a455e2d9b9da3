import { describe, expect, it } from '@jest/globals';
import { sendBytes, statusOf } from '../raw-connection.js';

/**
 * Tests that a request with two Host headers is refused: a proxy may have routed it by another value than the one that
 * the service reads.
 */
export function describeRepeatedHost(stage: () => { readonly url: string }): void {
  const get = (lines: readonly string[], path = '/healthz', version = '1.1') =>
    sendBytes(
      stage().url,
      `GET ${path} HTTP/${version}\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    );

  describe('400 for a repeated Host', () => {
    it.each([
      ['two hosts', ['Host: a', 'Host: b']],
      ['the same twice', ['Host: a', 'Host: a']],
      ['in another case, and separated by other headers', ['hOST: a', 'Accept: */*', 'HOST: b']],
      ['an empty one', ['Host: a', 'Host:']],
    ])('%s', async (_, lines) => {
      for (const path of ['/healthz', '/v3/notes/1', '/nowhere']) {
        const response = await get(lines, path);
        expect(statusOf(response)).toBe(400);
        expect(response).toContain('"Host":{"key":"invalid_string","message":"Must not be repeated"}');
      }
    });

    it('also in HTTP/1.0', async () => {
      expect(statusOf(await get(['Host: a', 'Host: b'], '/healthz', '1.0'))).toBe(400);
    });

    it('and 200 with one Host, whichever other headers are repeated', async () => {
      const lines = ['Host: a', 'X-Forwarded-Host: b', 'X-Forwarded-Host: c', 'Post: d'];
      expect(statusOf(await get(lines))).toBe(200);
    });
  });
}
