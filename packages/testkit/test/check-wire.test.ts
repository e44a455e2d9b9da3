import { describe, expect, it } from '@jest/globals';
import { ExchangeError } from '@parley/conformance/jest';
import { asObject, type Document, follow, isObject, type JsonObject } from '@parley/validation';
import { checkWire } from '../src/wire/check-wire.js';
import { findOperation, listOperations } from '../src/wire/find-operation.js';
import { apiVersions } from '../src/wire/versions.js';
import type { WireResponse } from '../src/wire/wire-response.js';

/** Returns the document's own example of a response, as a raw response. */
function exampleOf(
  operationId: string,
  status: number,
): { headers: Record<string, string>; body: JsonObject } {
  const operation = findOperation('v3', operationId);
  return readExamples(operation.document, operation.responses[status])[0] ?? { headers: {}, body: {} };
}

function readExamples(document: Document, declared: unknown) {
  const response = follow(document, declared);
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  for (const [name, header] of Object.entries(asObject(response.headers))) {
    headers[name.toLowerCase()] = String(follow(document, header).example);
  }
  const { 'application/json': content } = asObject(response.content);
  if (!isObject(content)) return [];
  return Object.values(asObject(content.examples)).map((example) => ({
    headers,
    body: asObject(follow(document, example).value),
  }));
}

function check(operationId: string, response: WireResponse) {
  checkWire({ version: 'v3', operationId, request: { method: 'GET', path: '/v3/chats/1' }, response });
}

function violationsOf(operationId: string, response: WireResponse): readonly string[] {
  try {
    check(operationId, response);
    return [];
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return error.violations.map(
      ({ rule, expected, received }) => `${rule}: expected ${expected}; received ${received}`,
    );
  }
}

const { headers, body } = exampleOf('getChat', 200);
const text = JSON.stringify(body);

describe('checkWire', () => {
  it.each(apiVersions)(
    'accepts every example of the %s document, except errors that are marked as impossible',
    (version) => {
      let count = 0;
      for (const operation of listOperations(version)) {
        const { document, operationId, responses, impossibleErrors } = operation;
        for (const [status, declared] of Object.entries(responses)) {
          for (const example of readExamples(document, declared)) {
            const { messageKey } = Object(example.body.error);
            count += 1;
            const response = {
              status: Number(status),
              headers: example.headers,
              text: JSON.stringify(example.body),
            };
            const check = () =>
              checkWire({ version, operationId, request: { method: 'GET', path: '/' }, response });
            if (impossibleErrors.includes(messageKey)) expect(check).toThrow(/received `\w+`$/);
            else check();
          }
        }
      }
      expect(count).toBeGreaterThan(100);
    },
  );

  it('refuses an undeclared status', () => {
    expect(violationsOf('getChat', { status: 418, headers, text })).toEqual([
      expect.stringMatching(
        /^status-is-declared: expected one of the declared statuses: 200, 400,.*received 418 /,
      ),
    ]);
  });

  it('refuses an error that is marked as impossible, though it is declared', () => {
    const { headers: sent, body: forbidden } = exampleOf('getChat', 402);
    const response = { status: 402, headers: sent, text: JSON.stringify(forbidden) };
    expect(violationsOf('getChat', response)).toEqual([
      'error-is-possible: expected no error that `x-impossible-errors` names; received `insufficient_billing_plan`',
    ]);
  });

  it('refuses an undeclared key, at any depth', () => {
    const data = asObject(body.data);
    const contact = { ...asObject(data.contact), nickname: 'Ada' };
    const extra = JSON.stringify({ ...body, meta: 1, data: { ...data, contact } });
    expect(violationsOf('getChat', { status: 200, headers, text: extra })).toEqual([
      expect.stringContaining('must NOT have unevaluated properties ("meta")'),
    ]);
    expect(violationsOf('getChat', { status: 200, headers, text: extra })[0]).toContain(
      '/data/contact must NOT have unevaluated properties ("nickname")',
    );
  });

  it('accepts further keys in objects that the document leaves open', () => {
    const data = asObject(body.data);
    const contact = { ...asObject(data.contact), metadata: { anything: [1] } };
    check('getChat', { status: 200, headers, text: JSON.stringify({ ...body, data: { ...data, contact } }) });
  });

  it('refuses an unknown key in a joined schema, and keeps its known ones', () => {
    const failure = exampleOf('getChat', 404);
    const error = { ...asObject(failure.body.error), stack: 'at …' };
    const response = {
      status: 404,
      headers: failure.headers,
      text: JSON.stringify({ success: false, error }),
    };
    expect(violationsOf('getChat', response)).toEqual([
      expect.stringContaining('/error must NOT have unevaluated properties ("stack")'),
    ]);
  });

  it('refuses the key of another error', () => {
    const failure = exampleOf('getChat', 404);
    const error = { messageKey: 'file_not_found', message: 'File not found' };
    const response = {
      status: 404,
      headers: failure.headers,
      text: JSON.stringify({ success: false, error }),
    };
    expect(violationsOf('getChat', response)).toEqual([
      expect.stringContaining('/error/messageKey must be equal to one of'),
    ]);
  });

  it('refuses a missing key and a value of the wrong form', () => {
    const { isUnread: _, ...data } = asObject(body.data);
    const wrong = JSON.stringify({ ...body, data: { ...data, createdAt: '2026-11-14T09:30:00Z' } });
    const [violation] = violationsOf('getChat', { status: 200, headers, text: wrong });
    expect(violation).toContain("/data must have required property 'isUnread'");
    expect(violation).toContain('/data/createdAt must match pattern');
  });

  it('refuses a body that is not JSON', () => {
    expect(violationsOf('getChat', { status: 200, headers, text: '<html>' })).toEqual([
      expect.stringMatching(/^body-is-declared: expected JSON in UTF-8; received 200, .*: <html>$/),
    ]);
  });

  it('refuses a missing header', () => {
    const { 'x-ratelimit-reset': _, ...rest } = headers;
    expect(violationsOf('getChat', { status: 200, headers: rest, text })).toEqual([
      'headers-are-declared: expected the header X-RateLimit-Reset, which is required with status 200; received no such header',
    ]);
  });

  it('refuses a header that is not valid', () => {
    for (const value of ['5e2', '500.0', '0500', 'many']) {
      const wrong = { ...headers, 'x-ratelimit-limit': value };
      expect(violationsOf('getChat', { status: 200, headers: wrong, text })).toEqual([
        `headers-are-declared: expected a header X-RateLimit-Limit as declared: the value must be integer; received X-RateLimit-Limit: ${value}`,
      ]);
    }
  });

  it('refuses a header that is sent twice', () => {
    const twice = { ...headers, 'x-request-id': ['one', 'two'] };
    expect(violationsOf('getChat', { status: 200, headers: twice, text })).toEqual([
      'headers-are-declared: expected the header X-Request-Id once, since it is not declared as a list; received it is sent 2 times',
    ]);
  });

  it.each([
    'x-powered-by',
    'retry-after',
    'deprecation',
    'sunset',
    'link',
    'www-authenticate',
    'idempotent-replayed',
    'made-by',
  ])('refuses the header %s where it is not declared', (name) => {
    const more = { ...headers, [name]: 'true', 'x-content-type-options': 'nosniff' };
    expect(violationsOf('getChat', { status: 200, headers: more, text })).toEqual([
      `headers-are-declared: expected only headers that are declared for status 200, or belong to HTTP; received ${name}: true`,
    ]);
  });

  it.each([
    ['text/html', 'text/html: {'],
    ['application/problem+json', 'application/problem+json: {'],
    ['application/json; charset=latin1', 'application/json; charset=latin1, with a parameter that'],
  ])('refuses the media type %s', (type, received) => {
    expect(
      violationsOf('getChat', { status: 200, headers: { ...headers, 'content-type': type }, text }),
    ).toEqual([
      expect.stringContaining(
        `media-type-is-declared: expected a body of type application/json with status 200; received ${received}`,
      ),
    ]);
  });

  it('accepts any bytes of a download, in its media type and with its headers', () => {
    const { 'content-type': _, ...given } = headers;
    const download = {
      ...given,
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.txt"',
      etag: `"${'0'.repeat(64)}"`,
    };
    check('downloadFile', { status: 200, headers: download, text: '\0 no JSON' });
    const { etag, ...rest } = download;
    expect(violationsOf('downloadFile', { status: 200, headers: rest, text })).toEqual([
      'headers-are-declared: expected the header ETag, which is required with status 200; received no such header',
    ]);
    const asJson = { ...download, etag, 'content-type': 'application/json' };
    expect(violationsOf('downloadFile', { status: 200, headers: asJson, text })).toEqual([
      expect.stringMatching(/^media-type-is-declared: expected a body of type application\/octet-stream /),
    ]);
  });

  it('names the call', () => {
    expect(() => check('getChat', { status: 418, headers, text })).toThrow(
      /^GET \/v3\/chats\/1 \(getChat\) returned 418/,
    );
  });
});
