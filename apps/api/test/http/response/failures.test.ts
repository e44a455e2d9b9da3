import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { BulkWorkBusyError } from '@parley/core';
import { isDatabaseUnavailable } from '@parley/database';
import { waitUntil } from '@parley/testkit/wait-until';
import { errorTable } from '../../../src/http/response/error-table.js';
import { smallVersion } from '../support/small-version.js';
import { send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';

const stage = useTestTenant();

function startFailing(handle: () => Promise<unknown>, validateResponses: 'off' | 'log' | 'strict' = 'off') {
  const version = smallVersion();
  const versions = [{ ...version, handlers: { ...version.handlers, getNote: handle } }];
  return startTestApi({ database: stage.db.database, versions, config: { validateResponses } });
}

const get = (api: TestApi, path = '/v3/notes/1') => send(`${api.url}${path}`, { token: stage.tenant.token });

describe('the error table', () => {
  it('has the status and message of every error in the documents', () => {
    const shown = [v3Document, v2Document].flatMap((document) => readFailures(document));
    expect(shown.length).toBeGreaterThan(30);
    for (const { status, messageKey, message } of shown) {
      if (messageKey === 'version_sunset') continue;
      const { retryAfter: _header, ...entry } = errorTable[messageKey as keyof typeof errorTable];
      expect({ messageKey, ...entry }).toEqual({
        messageKey,
        status,
        message,
      });
    }
  });

  interface Failure {
    readonly status: number;
    readonly messageKey: string;
    readonly message: string;
  }

  function readFailures({ paths, components }: typeof v3Document): Failure[] {
    const responses = components.responses ?? {};
    return Object.values(paths).flatMap((item) =>
      [item.get, item.put, item.post, item.delete].flatMap((operation) =>
        Object.entries(operation?.responses ?? {}).flatMap(([status, response]) => {
          // Errors of single items in a response are not errors of the request.
          if (status === '200') return [];
          const name =
            String(response.$ref ?? '')
              .split('/')
              .at(-1) ?? '';
          const json = JSON.stringify(responses[name] ?? response);
          const found = json.matchAll(/"error":(\{"messageKey":"\w+","message":"[^"]*")/g);
          return [...found].map(([, error]) => ({ status: Number(status), ...JSON.parse(`${error}}`) }));
        }),
      ),
    );
  }
});

describe('500 internal_error', () => {
  it('is opaque to the caller and fully logged', async () => {
    const api = await startFailing(async () => {
      throw new TypeError('secret detail', { cause: new Error('deeper detail') });
    });
    const response = await get(api);
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      success: false,
      error: { messageKey: 'internal_error', message: 'Oops! Something went wrong' },
    });
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
    const line = api.logs.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      tenantId: stage.tenant.id,
      operationId: 'getNote',
      err: { type: 'TypeError', message: expect.stringContaining('secret detail') },
    });
    await api.stop();
  });

  it('a response that breaks the contract: refused in strict mode, logged in log mode, sent when checks are off', async () => {
    const wrong = async () => ({ success: 'yes' });
    const strict = await startFailing(wrong, 'strict');
    const log = await startFailing(wrong, 'log');
    const off = await startFailing(wrong);
    expect((await get(strict)).status).toBe(500);
    expect((await get(log)).status).toBe(200);
    expect((await get(off)).status).toBe(200);
    expect(log.logs).toContainEqual(expect.objectContaining({ msg: 'response breaks the contract' }));
    await Promise.all([strict, log, off].map((api) => api.stop()));
  });
});

describe('503 service_unavailable', () => {
  it('asks the caller to retry bulk work that has waited too long', async () => {
    const api = await startFailing(async () => {
      throw new BulkWorkBusyError(30_000);
    });
    const response = await get(api);
    expect(response).toMatchObject({ status: 503, body: { error: { messageKey: 'service_unavailable' } } });
    expect(response.headers.get('retry-after')).toBe('2');
    await api.stop();
  });

  it.each([
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), true],
    [Object.assign(new Error('x'), { code: 'ENETDOWN' }), true],
    [Object.assign(new Error('x'), { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }), true],
    [Object.assign(new Error('x'), { code: '57P01' }), true],
    [Object.assign(new Error('x'), { code: '53300' }), true],
    [Object.assign(new Error('server conn crashed?'), { code: '08P01' }), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('timeout exceeded when trying to connect'), true],
    [Object.assign(new Error('x'), { code: 'P1001' }), true],
    [Object.assign(new Error('x'), { code: 'P2024' }), true],
    [
      Object.assign(new Error('x'), {
        code: 'P2010',
        meta: { driverAdapterError: { cause: { kind: 'ConnectionClosed' } } },
      }),
      true,
    ],
    [Object.assign(new Error('x'), { code: '23505' }), false],
    [Object.assign(new Error('x'), { code: 'P2002' }), false],
    [new TypeError('Connection is not a function'), false],
    [undefined, false],
  ])('%p: the database is unavailable: %p', (error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });
});

describe('a request that its client aborts', () => {
  it('is logged, and the service continues', async () => {
    const api = await startTestApi({ database: stage.db.database });
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /v3/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.tenant.token}\r\n`;
    socket.write(
      `${head}Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The service has the head, and waits for the body.
    await once(socket, 'data');
    socket.write('{"title":', () => socket.destroy());
    await waitUntil(() => api.logs.some(({ msg }) => msg === 'request aborted by the client'));
    expect(api.logs).toContainEqual(
      expect.objectContaining({ msg: 'request', status: 499, path: '/v3/notes' }),
    );
    expect((await get(api)).status).toBe(200);
    await api.stop();
  });
});
