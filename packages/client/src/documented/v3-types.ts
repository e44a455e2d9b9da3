import type { paths } from '@parley/contract/v3';
import type { FilterFields, SortFields } from '../generated/v3.js';

/** The types of v3 that its overloads are made of. */
export interface V3Types {
  readonly paths: paths;
  readonly filterFields: FilterFields;
  readonly sortFields: SortFields;
}
