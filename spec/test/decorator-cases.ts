import type { Version } from '../scripts/versions.js';

/** Operations of a small document before and after a decorator. */
export type DecoratorCases = Readonly<Record<string, DecoratorCase>>;

export interface DecoratorCase {
  readonly operation: object;
  /** The whole operation in the bundle, without its `operationId`. */
  readonly expected: object;
  /** The version whose components the document uses; v3 by default. */
  readonly version?: Version;
  /** Further keys of the document's `info`. */
  readonly info?: object;
  /** Options of the decorator, as in redocly.bundle.yaml. */
  readonly options?: object;
}
