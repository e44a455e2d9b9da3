import { type CheckExchange, createExchangeCheck, isHttpHeader } from '@parley/conformance/jest';
import { documentOf } from './documents.js';
import { findImpossibleErrors } from './find-impossible-errors.js';
import type { ApiVersion } from './versions.js';
import type { WireResponse } from './wire-response.js';

export interface WireExchange {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly response: WireResponse;
}

/** Compares a raw response with what the document declares; throws with every violation. */
export function checkWire({ version, operationId, request, response }: WireExchange): void {
  const { status, headers, text } = response;
  checks[version]({ operationId, ...request, response: { status, headers, body: text } });
}

const checks: Record<ApiVersion, CheckExchange> = { v3: createCheck('v3'), v2: createCheck('v2') };

function createCheck(version: ApiVersion): CheckExchange {
  return createExchangeCheck(documentOf(version).root, {
    isCommonHeader,
    rules: [(exchange) => findImpossibleErrors(version, exchange)],
  });
}

/** Security headers for browsers, the same on every response of the service, including documents and files. */
const browserHeaders = new Set(['x-content-type-options', 'x-frame-options']);

/** No proxy is between the tests and the service, so every other header with `x-` comes from the service. */
function isCommonHeader(name: string): boolean {
  return name.startsWith('x-') ? browserHeaders.has(name) : isHttpHeader(name);
}
