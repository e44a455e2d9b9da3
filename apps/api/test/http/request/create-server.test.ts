import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { createServer } from '../../../src/http/request/create-server.js';
import { smallVersion } from '../support/small-version.js';
import { send, startTestApi } from '../support/start-test-api.js';
import { useTestApi } from '../support/use-test-api.js';

const stage = useTestApi();

/** Sends raw bytes and returns everything that the server sends until the connection is closed. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(stage.api.url).port), '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return response;
}

it('a server without other limits has those of decision 0008', () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } = createServer(
    express(),
  );
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 300_000,
    timeout: 60_000,
    // A load balancer usually keeps an idle connection for 60 s, and would otherwise send a request on a closing one.
    keepAliveTimeout: 65_000,
    maxConnections: 10_000,
  });
});

describe('requests that are not valid HTTP, or not for this server', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'invalid_body_params'],
    [
      'a header with a control character',
      'GET / HTTP/1.1\r\nHost: x\r\nA: \x01\r\n\r\n',
      400,
      'invalid_body_params',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid_body_params',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_body_params',
    ],
    [
      'huge headers',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'header_fields_too_large',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_body_params'],
    [
      'an expectation that is not known',
      'POST /v3/notes HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n',
      417,
      'expectation_failed',
    ],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405, 'method_not_allowed'],
  ])('%s gets an error body', async (_name, text, status, messageKey) => {
    const response = await sendRaw(text);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response.toLowerCase()).toContain('content-type: application/json; charset=utf-8\r\n');
    expect(response.toLowerCase()).toContain('x-request-id: ');
    const [, body = ''] = response.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { messageKey } });
  });

  it('HTTP/1.0 needs no Host, and `Expect: 100-continue` is accepted', async () => {
    expect(await sendRaw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const response = await sendRaw(`${head}Expect: 100-Continue\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it.each(['*', 'http://[::', '//', '/\\', 'http://other.example/healthz'])(
    'the target %s gets JSON',
    async (target) => {
      const response = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
      expect(response).toContain('application/json');
    },
  );
});

describe('headers of every response', () => {
  it.each([
    ['/v3/notes/1', 200],
    ['/nothing', 404],
    ['/healthz', 200],
  ])('%s', async (path, status) => {
    const response = await send(`${stage.api.url}${path}`, { token: stage.tenant.token });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^req_\w+$/),
    });
    for (const absent of ['x-powered-by', 'etag', 'strict-transport-security']) {
      expect(response.headers.has(absent)).toBe(false);
    }
  });

  it('Strict-Transport-Security if the public URL uses https', async () => {
    const config = { publicUrl: 'https://api.example' };
    const secure = await startTestApi({ database: stage.db.database, config });
    const { headers } = await send(`${secure.url}/healthz`);
    await secure.stop();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('a valid X-Request-Id is returned, and an invalid one is replaced', async () => {
    const idOf = async (id: string) =>
      (await send(`${stage.api.url}/healthz`, { headers: { 'X-Request-Id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idOf('order-1187:a.b_c')).toBe('order-1187:a.b_c');
    for (const id of ['a b', '<script>', 'x'.repeat(129), '{"a":1}']) {
      expect(await idOf(id)).toMatch(/^req_\w+$/);
    }
  });
});

describe('the log', () => {
  it('has one line for each request, without secrets', async () => {
    const url = `${stage.api.url}/v3/notes/secret-free?token=query-secret`;
    const response = await send(url, { token: stage.tenant.token, headers: { Cookie: 'a=cookie-secret' } });
    const requestId = response.headers.get('x-request-id');
    const lines = stage.api.logs.filter((line) => line.requestId === requestId);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      msg: 'request',
      tenantId: stage.tenant.id,
      operationId: 'getNote',
      method: 'GET',
      path: '/v3/notes/secret-free',
      status: 400,
      durationMs: expect.any(Number),
    });
    for (const path of [
      '/files/file-secret',
      '//files/file-secret',
      '/Files/file-secret/',
      '/files/a/file-secret',
    ]) {
      await send(`${stage.api.url}${path}`);
    }
    expect(stage.api.logs).toContainEqual(expect.objectContaining({ path: '/files/{token}', status: 404 }));
    const text = JSON.stringify(stage.api.logs);
    for (const secret of [stage.tenant.token, 'query-secret', 'cookie-secret', 'file-secret']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('stopping', () => {
  it('finishes running requests, closes idle connections and refuses new ones', async () => {
    const events = new EventEmitter();
    const running = once(events, 'running');
    const version = smallVersion();
    const getNote = async () => {
      const allowed = once(events, 'allowed');
      events.emit('running');
      await allowed;
      return { success: true };
    };
    const versions = [{ ...version, handlers: { ...version.handlers, getNote } }];
    const stopping = await startTestApi({ database: stage.db.database, versions });
    await send(`${stopping.url}/healthz`);
    const response = send(`${stopping.url}/v3/notes/1`, { token: stage.tenant.token });
    await running;
    const stopped = stopping.stop();
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow();
    events.emit('allowed');
    expect((await response).status).toBe(200);
    await stopped;
  });
});
