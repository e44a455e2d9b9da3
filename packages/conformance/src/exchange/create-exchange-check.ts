import { asObject, createDocument } from '@parley/validation';
import { listPlaces } from '../document/read-api.js';
import { readResponses } from '../document/read-responses.js';
import type { CheckOptions } from '../rules/check-options.js';
import { checkResponse, type DeclaredOperation } from '../rules/check-response.js';
import { ExchangeError, type ExchangeRequest, type ExchangeViolation } from './exchange-error.js';

export interface ReceivedResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | Uint8Array;
}

export interface Exchange extends ExchangeRequest {
  readonly response: ReceivedResponse;
}

export interface ExchangeOptions extends Pick<CheckOptions, 'isCommonHeader'> {
  /** Rules beyond the document. */
  readonly rules?: ReadonlyArray<(exchange: Exchange) => readonly ExchangeViolation[]>;
}

/** Throws an `ExchangeError` if a response does not match what the document declares. */
export type CheckExchange = (exchange: Exchange) => void;

/** Creates a check of single responses, which may contain only what the document declares. */
export function createExchangeCheck(
  root: object,
  { isCommonHeader, rules = [] }: ExchangeOptions = {},
): CheckExchange {
  const findOperation = createOperationLookup(root);
  const options = { strict: true, isCommonHeader };
  return (exchange) => {
    const { operationId, response } = exchange;
    const { status, headers } = response;
    const body = Buffer.from(response.body);
    const violations = [
      ...checkResponse(findOperation(operationId), { status, headers, body }, options),
      ...rules.flatMap((rule) => rule(exchange)),
    ];
    if (violations.length > 0) throw new ExchangeError(exchange, status, violations);
  };
}

/** Reads an operation on first use, because a test needs only a few of them. */
function createOperationLookup(root: object): (operationId: string) => DeclaredOperation {
  const document = createDocument(asObject(root));
  const known = new Map<string, DeclaredOperation>();
  return (operationId) => {
    const operation = known.get(operationId) ?? read(operationId);
    known.set(operationId, operation);
    return operation;
  };

  function read(operationId: string): DeclaredOperation {
    const place = listPlaces(document).find(({ id }) => id === operationId);
    if (!place) throw new Error(`${document.title} has no operation ${operationId}.`);
    const operation = asObject(place.item[place.method]);
    return { method: place.method.toUpperCase(), responses: readResponses(document, operation, true) };
  }
}
