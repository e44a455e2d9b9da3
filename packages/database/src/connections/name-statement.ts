import { declaredStatements } from '../sql.js';

/** Searches that are repeated have the hash of their text at the end of their name. */
const hashAtEnd = /-(?=.*[A-Z])[\w-]{27}$/;

/**
 * Names a statement for logs and metrics. Statements without a name of ours, such as Prisma's, get their verb and their
 * first table. The name never contains values, and there are as few names as there are statements and tables.
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
