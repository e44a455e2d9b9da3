import { declaredStatements } from '../sql.js';

/** The name of a search that is repeated ends with the hash of its text. */
const hashAtEnd = /-(?=.*[A-Z])[\w-]{27}$/;

/**
 * Names a statement for logs and metrics. A statement that we did not name, such as a statement of Prisma, is named by
 * its verb and its first table. A name never contains values, so there are only as many names as declared statements,
 * verbs and tables.
 */
export function nameStatement(query: unknown): string {
  const { name, text } = readQuery(query);
  if (name !== undefined && declaredStatements.has(name)) return name.replace(hashAtEnd, '');
  const [, verb] = /^\W*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z_]+)"?/i.exec(text) ?? [];
  return (
    [verb, table]
      .filter((word) => word !== undefined)
      .join(' ')
      .toLowerCase() || 'unknown'
  );
}

function readQuery(query: unknown): { name: string | undefined; text: string } {
  if (typeof query === 'string') return { name: undefined, text: query };
  if (typeof query !== 'object' || query === null) return { name: undefined, text: '' };
  return {
    name: 'name' in query && typeof query.name === 'string' ? query.name : undefined,
    text: 'text' in query && typeof query.text === 'string' ? query.text : '',
  };
}
