import type { ClientOptions } from './call/options.js';
import { createClientOf } from './create-client.js';
import type {
  DeleteCalls,
  GetCalls,
  PostCalls,
  PutCalls,
  SearchCalls,
} from './documented/generated/calls.js';
import type { V3Types } from './documented/v3-types.js';
import type { Filter } from './filter/filter.js';
import type { Sort } from './filter/sort.js';
import { type FilterFields, policy } from './generated/v3.js';
import type { FieldsOf } from './operations/fields.js';
import type { Client } from './types/client.js';

/** The schemas of v3 by name: `Chat`, `Contact`, and the rest. */
export type * from '@parley/contract/v3';
export {
  and,
  contains,
  eq,
  type Filter,
  gt,
  gte,
  isIn,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  startsWith,
} from './filter/filter.js';
export { asc, desc, type Sort, sort } from './filter/sort.js';
export type { Search, ToArrayOptions } from './search/search.js';
export * from './shared.js';

export interface V3 extends V3Types {
  readonly calls: {
    readonly data: CallsOf<'data'>;
    readonly result: CallsOf<'result'>;
    readonly search: SearchCalls;
  };
}

interface CallsOf<Kind extends 'data' | 'result'> {
  readonly get: GetCalls<Kind>;
  readonly post: PostCalls<Kind>;
  readonly put: PutCalls<Kind>;
  readonly delete: DeleteCalls<Kind>;
}

export type ParleyClient = Client<V3>;

/** Creates a client of v3 of the API. */
export function createClient(options: ClientOptions): ParleyClient {
  return createClientOf<V3>(policy, options);
}

/** The type of a filter of one search, for a variable: `FilterFor<'/chats/search'>`. */
export type FilterFor<Path extends keyof FilterFields> = Filter<FieldsOf<V3, Path>>;

/** The type of an order of one search, for a variable: `SortFor<'/chats/search'>`. */
export type SortFor<Path extends keyof FilterFields> = Sort<FieldsOf<V3, Path>>;
