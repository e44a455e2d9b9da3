import { describe, expect, it } from '@jest/globals';
import type { Stage } from '../../operations/support/start-stage.js';
import { sendBytes, statusOf } from '../raw-connection.js';
import { measureCpu } from './measure-cpu.js';

const tricks = [
  '..',
  '.',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows%5cwin.ini',
  '%2e%2e/%2e%2e/package.json',
  '%252e%252e%252fpackage.json',
  '..%c0%afpackage.json',
  '..%ef%bc%8fpackage.json',
  '..;/..;/package.json',
  '%00',
  'a%00.png',
  '%0d%0aSet-Cookie:%20a=b',
  '%e2%80%a8',
  '%',
  '%f0%28%8c%28',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%27%20or%201%3d1%20--',
  '*',
  '%25',
  'a'.repeat(15_000),
  '%2f'.repeat(4_000),
  '../'.repeat(4_000),
  `${'/'.repeat(15_000)}x`,
];

export function describePathTricks(stage: () => Stage): void {
  /** Sends the path without normalizing it, as clients usually do, and measures the CPU time. Only spaces are encoded. */
  async function get(path: string): Promise<{ status: number; response: string; cpuMs: number }> {
    const sent = path.replaceAll(' ', '%20');
    const request = `GET ${sent} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const { result: response, cpuMs } = await measureCpu(() => sendBytes(stage().url, request));
    return { status: statusOf(response), response, cpuMs };
  }

  describe.each(['/files/', '/docs/', '/docs/assets/', '/openapi/', '/ingress/', '/'])('below %s', (base) => {
    it('a path that tricks other servers gets 404 quickly and no file', async () => {
      for (const trick of tricks) {
        const { status, response, cpuMs } = await get(`${base}${trick}`);
        expect({ trick: trick.slice(0, 40), status }).toEqual({ trick: trick.slice(0, 40), status: 404 });
        expect(response).not.toMatch(/root:|"workspaces"|set-cookie/i);
        expect(cpuMs).toBeLessThan(2_000);
      }
    });
  });

  it('no variant of the URL of a file leads to the file', async () => {
    const params = { fileId: stage().own.file.id };
    const { body } = await stage().v3.call('getFilePublicUrl', { params });
    const path = new URL(Object(body).data.publicUrl).pathname;
    const token = path.slice('/files/'.length);
    expect((await get(path)).status).toBe(200);
    for (const other of [
      `/files//${token}`,
      `/files/./${token}`,
      `/files/x/../${token}`,
      `/files/${token}/`,
      `/files/${token}.html`,
      `/files/${token}%00`,
      `/files/${token}%2f`,
      `/FILES/${token}`,
      `/files/${token.slice(0, -1)}`,
      `/files/%2e/${token}`,
    ]) {
      expect({ other, status: (await get(other)).status }).toEqual({ other, status: 404 });
    }
    const lines = stage().logs.join('');
    expect(lines).not.toContain(token);
  });
}
