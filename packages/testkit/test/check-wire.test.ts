import { describe, expect, it } from '@jest/globals';
import { checkWire, WireError, type WireResponse } from '../src/wire/check-wire.js';
import { isObject, type JsonObject, resolve } from '../src/wire/document.js';
import { listOperations } from '../src/wire/find-operation.js';
import { apiVersions } from '../src/wire/versions.js';

/** The document's own example of an answer, as it would come over the wire. */
function exampleOf(
  operationId: string,
  status: number,
): { headers: Record<string, string>; body: JsonObject } {
  const operation = listOperations('v3').find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`There is no ${operationId}.`);
  return readExamples(operation.document, operation.responses[status])[0] ?? { headers: {}, body: {} };
}

function readExamples(document: JsonObject, declared: unknown) {
  const answer = resolve(document, declared);
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  for (const [name, header] of Object.entries(isObject(answer.headers) ? answer.headers : {})) {
    headers[name.toLowerCase()] = String(resolve(document, header).example);
  }
  const { 'application/json': content } = resolve(document, answer.content);
  if (!isObject(content)) return [];
  return Object.values(resolve(document, content.examples)).map((example) => ({
    headers,
    body: resolve(document, resolve(document, example).value),
  }));
}

function check(operationId: string, response: WireResponse) {
  checkWire({ version: 'v3', operationId, request: { method: 'GET', path: '/v3/chats/1' }, response });
}

function faultsOf(operationId: string, response: WireResponse): readonly string[] {
  try {
    check(operationId, response);
    return [];
  } catch (error) {
    if (error instanceof WireError) return error.faults;
    throw error;
  }
}

const { headers, body } = exampleOf('getChat', 200);
const text = JSON.stringify(body);

describe('checkWire', () => {
  it.each(apiVersions)(
    'accepts every example of the %s document, but for the errors that are marked as impossible',
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
            if (impossibleErrors.includes(messageKey)) expect(check).toThrow(/names it$/);
            else check();
          }
        }
      }
      expect(count).toBeGreaterThan(100);
    },
  );

  it('refuses a status that is not declared', () => {
    expect(faultsOf('getChat', { status: 418, headers, text })).toEqual([
      expect.stringMatching(/^status 418 is not declared \(declared: 200, 400,/),
    ]);
  });

  it('refuses an error that is marked as impossible, though it is declared', () => {
    const { headers: sent, body: forbidden } = exampleOf('getChat', 402);
    const response = { status: 402, headers: sent, text: JSON.stringify(forbidden) };
    expect(faultsOf('getChat', response)).toEqual([
      '`insufficient_billing_plan` is returned, although `x-impossible-errors` names it',
    ]);
  });

  it('refuses a key that is not declared, at any depth', () => {
    const data = resolve({}, body.data);
    const contact = { ...resolve({}, data.contact), nickname: 'Ada' };
    const extra = JSON.stringify({ ...body, meta: 1, data: { ...data, contact } });
    expect(faultsOf('getChat', { status: 200, headers, text: extra })).toEqual([
      expect.stringContaining('must NOT have unevaluated properties ("meta")'),
    ]);
    expect(faultsOf('getChat', { status: 200, headers, text: extra })[0]).toContain(
      '/data/contact must NOT have unevaluated properties ("nickname")',
    );
  });

  it('leaves objects open that the document leaves open', () => {
    const data = resolve({}, body.data);
    const contact = { ...resolve({}, data.contact), metadata: { anything: [1] } };
    check('getChat', { status: 200, headers, text: JSON.stringify({ ...body, data: { ...data, contact } }) });
  });

  it('refuses an unknown key in a joined schema, and keeps its known ones', () => {
    const failure = exampleOf('getChat', 404);
    const error = { ...resolve({}, failure.body.error), stack: 'at …' };
    const response = {
      status: 404,
      headers: failure.headers,
      text: JSON.stringify({ success: false, error }),
    };
    expect(faultsOf('getChat', response)).toEqual([
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
    expect(faultsOf('getChat', response)).toEqual([
      expect.stringContaining('/error/messageKey must be equal to one of'),
    ]);
  });

  it('refuses a missing key and a value of the wrong form', () => {
    const { isUnread: _, ...data } = resolve({}, body.data);
    const wrong = JSON.stringify({ ...body, data: { ...data, createdAt: '2026-11-14T09:30:00Z' } });
    const [fault] = faultsOf('getChat', { status: 200, headers, text: wrong });
    expect(fault).toContain("/data must have required property 'isUnread'");
    expect(fault).toContain('/data/createdAt must match pattern');
  });

  it('refuses a body that is not JSON', () => {
    expect(faultsOf('getChat', { status: 200, headers, text: '<html>' })).toEqual([
      'the body is not JSON: <html>',
    ]);
  });

  it('refuses a missing header', () => {
    const { 'x-ratelimit-reset': _, ...rest } = headers;
    expect(faultsOf('getChat', { status: 200, headers: rest, text })).toEqual([
      'header X-RateLimit-Reset is missing',
    ]);
  });

  it('refuses a header that is not valid', () => {
    const wrong = { ...headers, 'x-ratelimit-limit': '5e2' };
    expect(faultsOf('getChat', { status: 200, headers: wrong, text })).toEqual([
      'header X-RateLimit-Limit is "5e2": it must be integer',
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
  ])('refuses the header %s where it is not declared', (name) => {
    const more = { ...headers, [name]: 'true', 'x-content-type-options': 'nosniff' };
    expect(faultsOf('getChat', { status: 200, headers: more, text })).toEqual([
      `header ${name} is sent and not declared`,
    ]);
  });

  it.each([
    ['text/html', 'media type is text/html, declared is application/json'],
    ['application/problem+json', 'media type is application/problem+json, declared is application/json'],
    ['application/json; charset=latin1', 'media type has the parameter charset=latin1'],
  ])('refuses the media type %s', (type, fault) => {
    expect(faultsOf('getChat', { status: 200, headers: { ...headers, 'content-type': type }, text })).toEqual(
      [fault],
    );
  });

  it('takes any bytes of a download, in its media type and with its headers', () => {
    const { 'content-type': _, ...given } = headers;
    const download = {
      ...given,
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.txt"',
      etag: `"${'0'.repeat(64)}"`,
    };
    check('downloadFile', { status: 200, headers: download, text: '\0 no JSON' });
    const { etag, ...rest } = download;
    expect(faultsOf('downloadFile', { status: 200, headers: rest, text })).toEqual([
      'header ETag is missing',
    ]);
    const asJson = { ...download, etag, 'content-type': 'application/json' };
    expect(faultsOf('downloadFile', { status: 200, headers: asJson, text })).toEqual([
      'media type is application/json, declared is application/octet-stream',
    ]);
  });

  it('says which call it is about', () => {
    expect(() => check('getChat', { status: 418, headers, text })).toThrow(
      /^GET \/v3\/chats\/1 \(v3 getChat\) answered 418/,
    );
  });
});
