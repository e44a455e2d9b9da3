import type { paths } from '@parley/contract/v2';
import type { ClientOptions } from './call/options.js';
import { createClientOf } from './create-client.js';
import { type FilterFields, policy, type SortFields } from './generated/v2.js';
import type { Method } from './operations/operation.js';
import type { Client } from './types/client.js';

/** The schemas of v2 by name: `Broadcast`, `Attribute`, and the rest. */
export type * from '@parley/contract/v2';
export * from './shared.js';

export interface V2 {
  readonly paths: paths;
  readonly filterFields: FilterFields;
  readonly sortFields: SortFields;
  readonly calls: { readonly data: NoCalls; readonly result: NoCalls; readonly search: object };
}

/** v2 has ended, so its calls have no overloads with texts. */
type NoCalls = { readonly [Key in Method]: object };

/** v2 has no searches. */
export type ParleyV2Client = Omit<Client<V2>, 'search'>;

/** Creates a client of v2 of the API, for programs that have not moved to v3 yet. */
export function createClient(options: ClientOptions): ParleyV2Client {
  return createClientOf<V2>(policy, options);
}
