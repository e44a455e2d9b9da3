import type { Operation } from '../document/operation.js';
import type { WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import type { Mutation } from './mutation.js';

export interface RequestMutationInput {
  readonly operation: Operation;
  readonly valid: RequestCase;
  readonly request: WireRequest;
  readonly pick: number;
}

/** A mutation of the request as a whole, rather than of a value in it. By default, it must be rejected. */
export type MutateRequest = (
  input: RequestMutationInput,
) => (Pick<Mutation, 'request' | 'description'> & Partial<Pick<Mutation, 'must' | 'field'>>) | undefined;

/** Returns a request with other bytes for its body. */
export function withBody({ parts, ...request }: WireRequest, body: Buffer): WireRequest {
  return { ...request, body };
}
