import type { Operation } from '../document/operation.js';
import type { WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import type { Fault } from './fault.js';

export interface WireFaultInput {
  readonly operation: Operation;
  readonly valid: RequestCase;
  readonly request: WireRequest;
  readonly pick: number;
}

/** A fault of the request as a whole, rather than of a value in it. It must be refused unless told. */
export type SpoilRequest = (
  input: WireFaultInput,
) => (Pick<Fault, 'request' | 'description'> & Partial<Pick<Fault, 'must' | 'field'>>) | undefined;

/** A request with other bytes for its body. */
export function withBody({ parts, ...request }: WireRequest, body: Buffer): WireRequest {
  return { ...request, body };
}
