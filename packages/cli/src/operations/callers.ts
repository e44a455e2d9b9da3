import type { ParleyClient } from '@parley/client';

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export type Method = (typeof methods)[number];

export type Outcome =
  | { readonly ok: true; readonly data: unknown; readonly body: unknown }
  | { readonly ok: false; readonly error: Error };

export interface Call {
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export type Caller = (path: string, call: Call) => Promise<Outcome>;

/** The path and the body come from outside the program, so the service checks them instead of the compiler. */
export function callersOf(client: ParleyClient): Record<Method, Caller> {
  return client.raw as unknown as Record<Method, Caller>;
}
