import type { ItemOf } from '../operations/fields.js';
import type { Data, Method, OperationAt } from '../operations/operation.js';
import type { Search } from '../search/search.js';
import type { Page, Result } from '../types/client.js';
import type { Init } from '../types/init.js';
import type { V3Types } from './v3-types.js';

/*
 * The parts of the generated overloads, which show the text of an operation in an editor. They accept what the generic
 * signature after them accepts; the compiler shows the error of that one when no overload matches. Four things keep this
 * error, and what follows from it, as they are without overloads:
 *
 * - The first overload is generic and can never be called, because of its `this`. The compiler takes the type of the
 *   result from it after an error, and infers the fields of an inline filter from it.
 * - Where `init` is required, the overload is not generic, so that the compiler does not read `init` for another path.
 * - Where `init` is optional, another path fails by the number of arguments. If it failed by its type, a call that lacks
 *   its `init` would be reported as a call with a wrong path.
 * - The compiler moves overloads with a literal as parameter to the front, but not those with a literal in parentheses.
 */

/** What a call of an operation returns, without and with `raw`. The names of lookups are not shown in an editor. */
export interface ReplyAt<Path, M extends Method> {
  readonly data: Data<OperationAt<V3Types, Path, M>>;
  readonly result: Result<OperationAt<V3Types, Path, M>>;
}

export interface FoundAt<Path> {
  readonly search: Search<
    ItemOf<OperationAt<V3Types, Path, 'post'>>,
    Page<OperationAt<V3Types, Path, 'post'>>
  >;
}

/**
 * An optional `init` if this is the path, and otherwise more arguments than any call has. One of several paths is another
 * path: the generic signature then returns the results of all of them.
 */
export type OptionalAt<Given, Path extends keyof V3Types['paths'], M extends Method> = {
  same: [init?: Init<V3Types, Path, M>];
  other: [never, never, never, never];
}[[Given] extends [Path] ? 'same' : 'other'];
