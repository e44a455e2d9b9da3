import { type Operation, v2, v3 } from '@parley/contract/operations';
import type { Dispatcher } from 'undici';
import { recordCoverage } from '../coverage/record-coverage.js';
import { testRunFolder } from '../database/test-server.js';
import { checkWire } from '../wire/check-wire.js';
import { requestMediaTypes } from '../wire/find-operation.js';
import type { ApiVersion } from '../wire/versions.js';
import type { HeaderValues } from '../wire/wire-response.js';
import type { AnswerOf, CallOptions, CallRequest, OperationsOf } from './operation-types.js';
import { send } from './send.js';

export interface TestClient<Version extends ApiVersion> {
  /** Calls an operation. Whatever it answers has been compared with the document and noted for the table. */
  call<Id extends keyof OperationsOf[Version] & string>(
    operationId: Id,
    request: CallRequest<OperationsOf[Version][Id]>,
  ): Promise<AnswerOf<OperationsOf[Version][Id]>>;
  /** The same without types, for tests that go over all operations. */
  callAny(operationId: string, request: AnyRequest): Promise<AnyAnswer>;
}

export interface AnyRequest extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface AnyAnswer {
  readonly status: number;
  readonly headers: HeaderValues;
  /** Parsed, or the bytes of a download. */
  readonly body: unknown;
}

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  readonly dispatcher: Dispatcher;
}

export function createClient<Version extends ApiVersion>(
  version: Version,
  options: ClientOptions,
): TestClient<Version> {
  const callAny = async (operationId: string, request: AnyRequest): Promise<AnyAnswer> => {
    const operation = findOperation(version, operationId);
    const path = `${tables[version].basePath}${fillPath(operation.path, request.params ?? {})}`;
    const target = {
      url: `${options.url}${path}`,
      method: operation.method,
      dispatcher: options.dispatcher,
      takesForm: requestMediaTypes(version, operationId).includes('multipart/form-data'),
    };
    const token = request.token === undefined ? options.token : request.token;
    const response = await send(target, { ...request, token });
    checkWire({ version, operationId, request: { method: operation.method.toUpperCase(), path }, response });
    recordCoverage(testRunFolder(), { version, operationId, status: response.status });
    const { status, headers, text, bytes } = response;
    return { status, headers, body: isJson(headers) ? JSON.parse(text) : bytes };
  };
  return {
    callAny,
    async call(operationId, request) {
      // A request of an operation is one of any; and the wire check has compared the answer with its type's document.
      return (await callAny(operationId, request as AnyRequest)) as never;
    },
  };
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

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs a value for ${name}.`);
    return encodeURIComponent(value);
  });
}
