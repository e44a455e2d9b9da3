import { type Operation, v2, v3 } from '@parley/contract/operations';
import type { Dispatcher } from 'undici';
import { responseShapes } from '../coverage/leaves/declared-leaves.js';
import { recordLeaves } from '../coverage/leaves/record-leaves.js';
import { recordCoverage } from '../coverage/record-coverage.js';
import { testRunFolder } from '../database/test-server.js';
import { checkWire } from '../wire/check-wire.js';
import { requestMediaTypes } from '../wire/find-operation.js';
import type { ApiVersion } from '../wire/versions.js';
import type { HeaderValues } from '../wire/wire-response.js';
import { callAsPartner } from './call-as-partner.js';
import type { CallOptions, CallRequest, OperationsOf, ResponseOf } from './operation-types.js';
import { type SentResponse, send } from './send.js';

export interface TestClient<Version extends ApiVersion> {
  /**
   * Calls an operation with the client that partners install. The response is compared with the document and recorded
   * for the coverage table.
   */
  call<Id extends keyof OperationsOf[Version] & string>(
    operationId: Id,
    request: CallRequest<OperationsOf[Version][Id]>,
  ): Promise<ResponseOf<OperationsOf[Version][Id]>>;
  /**
   * Calls an operation without types and without the client of partners, for tests of all operations and for requests
   * that the client would not send.
   */
  callAny(operationId: string, request: AnyRequest): Promise<AnyResponse>;
}

export interface AnyRequest extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface AnyResponse {
  readonly status: number;
  readonly headers: HeaderValues;
  /** The parsed JSON, or the bytes of a download. */
  readonly body: unknown;
}

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  readonly dispatcher: Dispatcher;
}

export function createClient<Version extends ApiVersion>(
  version: Version,
  { url, token, dispatcher }: ClientOptions,
): TestClient<Version> {
  const callAny = async (operationId: string, request: AnyRequest): Promise<AnyResponse> => {
    const operation = findOperation(version, operationId);
    const path = pathOf(version, operation, request);
    const takesForm = requestMediaTypes(version, operationId).includes('multipart/form-data');
    const target = { url: `${url}${path}`, method: operation.method, dispatcher, takesForm };
    const sent = { ...request, token: request.token === undefined ? token : request.token };
    return conclude(version, { operation, path }, await send(target, sent));
  };
  const callTyped = async (operationId: string, request: AnyRequest): Promise<AnyResponse> => {
    const operation = findOperation(version, operationId);
    if (!canPartnerSend(operation, request)) return callAny(operationId, request);
    const response = await callAsPartner({
      ...{ version, url, dispatcher, ...request },
      token: request.token ?? token,
      method: operation.method.toUpperCase(),
      path: operation.path,
      params: request.params ?? {},
    });
    return conclude(version, { operation, path: pathOf(version, operation, request) }, response);
  };
  return {
    callAny,
    async call(operationId, request) {
      // The wire check has compared the response with the document that its type is generated from.
      return (await callTyped(operationId, request as AnyRequest)) as never;
    },
  };
}

/** The partners' client sends only bodies of the contract, and only tokens as authorization. It has no call for a stream. */
function canPartnerSend(
  { method, path }: Operation,
  { wrongBody, text, body, token, headers = {} }: AnyRequest,
): boolean {
  const hasOwnBody =
    wrongBody !== undefined || text !== undefined || (method === 'get' && body !== undefined);
  return path !== '/events/stream' && !hasOwnBody && token !== null && !('authorization' in headers);
}

/** Compares a response with the document, and records it for the coverage table. */
function conclude(
  version: ApiVersion,
  { operation, path }: { operation: Operation; path: string },
  response: SentResponse,
): AnyResponse {
  const { operationId, method } = operation;
  checkWire({ version, operationId, request: { method: method.toUpperCase(), path }, response });
  const { status, headers, text, bytes } = response;
  const seen = { version, operationId, status };
  recordCoverage(testRunFolder(), seen);
  if (!isJson(headers)) return { status, headers, body: bytes };
  const body = JSON.parse(text);
  recordLeaves(testRunFolder(), responseShapes(seen), body);
  return { status, headers, body };
}

const tables = { v3, v2 };

function findOperation(version: ApiVersion, operationId: string): Operation {
  const operations: Readonly<Record<string, Operation>> = tables[version].operations;
  const operation = operations[operationId];
  if (!operation) throw new Error(`${version} has no operation ${operationId}.`);
  return operation;
}

function isJson({ 'content-type': contentType }: HeaderValues): boolean {
  return String(contentType).startsWith('application/json');
}

function pathOf(version: ApiVersion, { path }: Operation, { params = {} }: AnyRequest): string {
  return `${tables[version].basePath}${fillPath(path, params)}`;
}

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}
