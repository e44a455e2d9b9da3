import { checkBody } from './check-body.js';
import { checkHeaders, type HeaderValues } from './check-headers.js';
import { checkMediaType } from './check-media-type.js';
import { isObject, resolve } from './document.js';
import { findOperation } from './find-operation.js';
import type { ApiVersion } from './versions.js';

export interface WireExchange {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly response: WireResponse;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HeaderValues;
  readonly text: string;
}

/** Compares an answer, as it came over the socket, with what the document declares; throws with every fault. */
export function checkWire(exchange: WireExchange): void {
  const faults = findFaults(exchange);
  if (faults.length === 0) return;
  const { version, operationId, request, response } = exchange;
  const subject = `${request.method} ${request.path} (${version} ${operationId}) answered ${response.status}`;
  throw new WireError(
    `${subject}, which is not what the document declares:\n- ${faults.join('\n- ')}`,
    faults,
  );
}

export class WireError extends Error {
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[]) {
    super(message);
    this.name = 'WireError';
    this.faults = faults;
  }
}

function findFaults({ version, operationId, response }: WireExchange): string[] {
  const operation = findOperation(version, operationId);
  const { document, responses } = operation;
  const declared = responses[response.status];
  if (declared === undefined) {
    const known = Object.keys(responses).join(', ');
    return [`status ${response.status} is not declared (declared: ${known}); the body was ${response.text}`];
  }
  const answer = resolve(document, declared);
  const content = isObject(answer.content) ? answer.content : {};
  const headers = isObject(answer.headers) ? answer.headers : {};
  return [
    ...checkHeaders(document, headers, response.headers),
    ...checkMediaType(Object.keys(content), response),
    ...checkBody({ version, operationId, status: response.status }, content, response.text),
    ...operation.impossibleErrors
      .filter((key) => response.status >= 400 && response.text.includes(`"messageKey":"${key}"`))
      .map((key) => `\`${key}\` is returned, although \`x-impossible-errors\` names it`),
  ];
}
