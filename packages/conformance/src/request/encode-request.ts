import { own } from '@parley/validation';
import type { Credential, Operation } from '../document/operation.js';
import { encodeBody } from './encode-body.js';
import type { FormPart } from './multipart.js';
import type { RequestCase } from './request-case.js';
import { serializeInline, serializePairs } from './serialize-parameter.js';

/** A request as it is sent over the wire, with a placeholder for the token. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly parts?: readonly FormPart[];
  readonly credentials: readonly Credential[];
  /** A wrong token to send instead of the caller's. */
  readonly wrongToken?: string;
  /** The number of spaces to send after the body. */
  readonly paddingBytes?: number;
}

/** Encodes a request; `undefined` if HTTP cannot represent it. */
export function encodeRequest(operation: Operation, request: RequestCase): WireRequest | undefined {
  try {
    return write(operation, request);
  } catch (error) {
    // A lone surrogate cannot be written in a URL.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function write(operation: Operation, { parameters, body }: RequestCase): WireRequest | undefined {
  const path = fillPath(operation, parameters.path);
  const encoded = body && encodeBody(body);
  const headers = listHeaders(operation, parameters.header);
  if (path === undefined || headers === undefined || (body && !encoded)) return undefined;
  const query = listPairs(operation, 'query', parameters.query);
  const cookies = listPairs(operation, 'cookie', parameters.cookie);
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...headers,
      ...(cookies !== '' && { cookie: cookies }),
      ...(encoded && { 'content-type': encoded.contentType }),
    },
    body: encoded?.bytes,
    ...(encoded?.parts && { parts: encoded.parts }),
    credentials: chooseCredentials(operation),
  };
}

function fillPath(operation: Operation, values: Readonly<Record<string, unknown>>): string | undefined {
  let isComplete = true;
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === 'path' && candidate.name === name,
    );
    const text = parameter ? serializeInline(parameter, own(values, name)) : '';
    // Dots would be resolved as parent folders, and an empty segment is another path.
    if (text === '' || text === '.' || text === '..') isComplete = false;
    return text;
  });
  return isComplete ? `${operation.serverPath}${path}` : undefined;
}

function listPairs(
  operation: Operation,
  place: 'query' | 'cookie',
  values: Readonly<Record<string, unknown>>,
): string {
  return operation.parameters
    .filter((parameter) => parameter.in === place && own(values, parameter.name) !== undefined)
    .flatMap((parameter) => serializePairs(parameter, own(values, parameter.name)))
    .map((pair) => pair.join('='))
    .join(place === 'query' ? '&' : '; ');
}

function listHeaders(
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  const entries = operation.parameters
    .filter((parameter) => parameter.in === 'header' && own(values, parameter.name) !== undefined)
    .map((parameter): [string, string] => [
      parameter.name.toLowerCase(),
      serializeInline(parameter, own(values, parameter.name)),
    ]);
  const areVisible = entries.every(([, value]) => /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(value));
  return areVisible ? Object.fromEntries(entries) : undefined;
}

/** Chooses one of the accepted lists of credentials, preferably one that is not empty. */
function chooseCredentials({ security }: Operation): readonly Credential[] {
  return security.find((credentials) => credentials.length > 0) ?? [];
}
