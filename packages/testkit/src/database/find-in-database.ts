import type { Database } from '@parley/database';

/**
 * Returns every table in which a row contains one of the texts, with the number of such rows; the tables of the queue
 * are searched too. A row is searched as text with all its columns, in which bytes are hexadecimal. A text is found in
 * plain form, in Base64 and as bytes.
 */
export async function findInDatabase(
  { pool }: Pick<Database, 'pool'>,
  texts: readonly string[],
): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
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
