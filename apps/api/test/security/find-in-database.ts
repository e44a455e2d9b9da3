import type { Database } from '@parley/database';

/**
 * Every table, those of the queue included, that holds one of the texts, with the number of its rows. A row is read as text,
 * with all its columns; bytes are hexadecimal there. A text counts in Base64 and as bytes too.
 */
export async function findInDatabase(
  { pool }: Pick<Database, 'pool'>,
  texts: readonly string[],
): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const forms = texts.flatMap(formsOf);
  const hits: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${name} as found
       where exists (select from unnest($1::text[]) form where position(form in found::text) > 0)`,
      [forms],
    );
    if (rows[0]?.count) hits[name] = rows[0].count;
  }
  return hits;
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  // The key inside a signing secret is Base64 already.
  const key = text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64') : undefined;
  return [
    text,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    ...(key ? [text.slice('whsec_'.length), key.toString('hex'), key.toString('base64url')] : []),
  ];
}
