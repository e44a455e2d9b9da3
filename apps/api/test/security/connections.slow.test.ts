import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { waitUntil } from '@parley/testkit/wait-until';
import { send } from '../http/support/start-test-api.js';
import { useTestApi } from '../http/support/use-test-api.js';
import { isServed, openConnection, type RawConnection, statusOf } from './raw-connection.js';

const limits = {
  headersTimeoutMs: 400,
  requestTimeoutMs: 800,
  checkIntervalMs: 50,
  idleTimeoutMs: 1_500,
  keepAliveTimeoutMs: 300,
  maxConnections: 20,
};
/** The tolerance for a busy machine. */
const latestMs = 5_000;

const stage = useTestApi({ limits });

/** Sends one byte after another until the server closes the connection, whatever it responds. */
async function drip({ socket }: RawConnection, text: string): Promise<void> {
  const deadlineAt = performance.now() + 2 * latestMs;
  for (let sent = 0; !socket.destroyed && performance.now() < deadlineAt; sent += 1) {
    if (socket.writable) socket.write(text[sent % text.length] ?? '');
    await delay(20);
  }
  socket.destroy();
}

const post = (token: string, rest: string) =>
  `POST /v3/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${rest}`;

describe('a slow client', () => {
  it('gets 408 and is disconnected, whichever part is slow, while others are served', async () => {
    const body = (head: string) => post(stage.tenant.token, `${head}\r\n\r\n`);
    const slow: Record<string, { first: string; more?: string; afterMs: number }> = {
      'sends nothing': { first: '', afterMs: 400 },
      'stops within its head': { first: 'GET /healthz HTTP/1.1\r\nHos', afterMs: 400 },
      'sends its head byte by byte': { first: 'GET / HTTP/1.1\r\n', more: 'X-Header: a\r\n', afterMs: 400 },
      'stops within its body': { first: `${body('Content-Length: 100')}{"title":"`, afterMs: 800 },
      'sends its body byte by byte': { first: body('Content-Length: 9999'), more: 'a', afterMs: 800 },
      'sends chunks byte by byte': {
        first: body('Transfer-Encoding: chunked'),
        more: '1\r\na\r\n',
        afterMs: 800,
      },
    };
    const refused = Object.entries(slow).map(async ([name, { first, more, afterMs }]) => {
      const startedAtMs = performance.now();
      const connection = await openConnection(stage.api.url, { isStubborn: more !== undefined });
      connection.socket.write(first);
      if (more !== undefined) void drip(connection, more);
      const closed = await connection.closed;
      expect({ name, response: closed.response }).toEqual({
        name,
        response: expect.stringMatching(/^HTTP\/1\.1 408 /),
      });
      expect(closed.response).toContain('"messageKey":"request_timeout"');
      expect(closed.response).toContain('Connection: close');
      expect(closed.atMs - startedAtMs).toBeGreaterThan(afterMs * 0.9);
      expect(closed.atMs - startedAtMs).toBeLessThan(latestMs);
    });
    expect((await send(`${stage.api.url}/v3/notes/1`, { token: stage.tenant.token })).status).toBe(200);
    await Promise.all(refused);
  });

  it('without a token gets a response at once, and its body has no longer timeout than any other', async () => {
    const startedAtMs = performance.now();
    const connection = await openConnection(stage.api.url, { isStubborn: true });
    connection.socket.write(post('wrong', 'Content-Length: 100000\r\n\r\n{"title":"'));
    void drip(connection, 'a');
    await waitUntil(() => connection.received().includes('unauthorized'));
    const { response, atMs } = await connection.closed;
    expect(statusOf(response)).toBe(401);
    expect(atMs - startedAtMs).toBeLessThan(latestMs);
  });

  it('that does not close after an error is disconnected, though it keeps sending', async () => {
    const texts = ['hello\r\n\r\n', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'];
    const cutOff = texts.map(async (text) => {
      const startedAtMs = performance.now();
      const connection = await openConnection(stage.api.url, { isStubborn: true });
      connection.socket.write(text);
      void drip(connection, 'a');
      const { response, atMs } = await connection.closed;
      expect([400, 405]).toContain(statusOf(response));
      expect(atMs - startedAtMs).toBeLessThan(latestMs);
    });
    await Promise.all(cutOff);
  });

  it('that does not read its response is disconnected', async () => {
    const file = await stage.db.database.prisma.file.create({
      data: {
        tenantId: stage.tenant.id,
        id: newId(),
        name: 'large.bin',
        contentType: 'application/octet-stream',
        size: 16 * 1_048_576,
        checksum: 'a'.repeat(64),
        publicToken: 'a'.repeat(43),
        content: { create: { bytes: new Uint8Array(16 * 1_048_576) } },
      },
    });
    const connection = await openConnection(stage.api.url);
    connection.socket.pause();
    connection.socket.write(`GET /files/${file.publicToken} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await waitUntil(() => stage.api.logs.some(({ msg }) => msg === 'request aborted by the client'));
    connection.socket.destroy();
  });

  it('that stays idle is closed without a response', async () => {
    const connection = await openConnection(stage.api.url);
    connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const { response } = await connection.closed;
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(statusOf(response)).toBe(200);
  });
});

describe('many connections', () => {
  it('that send nothing are closed, so that others can connect', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, () => openConnection(stage.api.url)));
    const closed = await Promise.all(silent.map((connection) => connection.closed));
    expect(
      closed
        .map(({ response }) => response)
        .every((response) => [408, Number.NaN].includes(statusOf(response))),
    ).toBe(true);
    expect(await isServed(stage.api.url)).toBe(true);
  });
});
