import { composedStatement, type Statement, statement } from '@parley/database';
import { defaultSizes, type Sizes } from '../sizes.js';

/**
 * Declares a statement whose text contains sizes. PostgreSQL must see the numbers: a plan that is kept for all values expects
 * a tenth of the rows for a limit that is a parameter. The text of other sizes than the default ones has no name, because a
 * connection knows only one text by a name.
 */
export function sizedStatement<Row = unknown>(
  name: string,
  text: (sizes: Sizes) => string,
): (sizes: Sizes) => Statement<Row> {
  const declared = statement<Row>(name, text(defaultSizes));
  return (sizes) => (sizes === defaultSizes ? declared : composedStatement(text(sizes)));
}
