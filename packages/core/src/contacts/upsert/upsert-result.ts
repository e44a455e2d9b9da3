import type { InvalidParams } from '../../domain-error.js';

/** The outcome of one item. */
export type UpsertResult =
  | { readonly status: 'created' | 'updated'; readonly id: string }
  | { readonly status: 'failed'; readonly invalidParams: InvalidParams };
