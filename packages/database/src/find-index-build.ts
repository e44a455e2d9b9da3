/**
 * Returns the name of the index that a statement of `online.sql` builds concurrently, or undefined when it does something else.
 * Such a statement cannot run in a transaction, and is not repeated if the index is valid. The check of migrations
 * (`tools/migrations`) calls this function too, so it refuses a statement that is not recognized here.
 */
export function findIndexBuild(statement: string): string | undefined {
  const [, quoted, plain] = form.exec(statement.replaceAll(comments, '')) ?? [];
  // PostgreSQL folds a name without quotation marks to lower case.
  return quoted ?? plain?.toLowerCase();
}

const comments = /^[ \t]*--.*$/gm;
/** The check reads the statement before the name of the partition is inserted. */
const form =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(?:"([\w{}]+)"|([a-z_]\w*))\s+on\s/i;
