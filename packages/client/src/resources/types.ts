import type { ItemOf } from '../operations/fields.js';
import type { Method, OperationAt, PathOf } from '../operations/operation.js';
import type { Search } from '../search/search.js';
import type { Page, SearchPath } from '../types/client.js';
import type { Init } from '../types/init.js';
import type { V3 } from '../v3.js';

/** The options of a call, without the ids and the body, which are arguments of their own. */
export type OptionsOf<Path extends PathOf<V3, M>, M extends Method> = Omit<
  Init<V3, Path, M>,
  'params' | 'body'
>;

export type BodyOf<Path extends PathOf<V3, M>, M extends Method> = Init<V3, Path, M>['body'];

export type SearchOf<Path extends SearchPath<V3>> = Search<
  ItemOf<OperationAt<V3, Path, 'post'>>,
  Page<OperationAt<V3, Path, 'post'>>
>;
