import type { Database } from '@parley/database';
import { newIdsAt } from '../../src/ids.js';
import { allMessages, searchByCursor, storeWordsInTurn } from '../../src/index.js';
import { defaultSizes } from '../../src/sizes.js';
import { createContext } from '../test-context.js';

/** Stores the words of all messages, whether it is due or not: a turn on a busy machine makes the next one due much later. */
export async function storeAllWords(database: Database, sizes = defaultSizes): Promise<void> {
  await storeWordsInTurn({ database, sizes, overdueMs: -86_400_000 });
}

/** Returns the ids of the tenant's messages whose words are stored. */
export async function storedIds({ pool }: Database, tenantId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select message_id as id from message_words where tenant_id = $1 order by message_id',
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the id up to which all words of the tenant are stored. */
export async function storedUntil({ pool }: Database, tenantId: string): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ until: string | null }>(
    'select stored_until as until from message_word_progress where tenant_id = $1',
    [tenantId],
  );
  return rows[0]?.until;
}

/**
 * Stores words until it is known that those of more messages are stored. That takes two turns, and more while older
 * transactions of other databases of the server run.
 */
export async function settleWords(database: Database, tenantId: string): Promise<void> {
  const before = (await storedUntil(database, tenantId)) ?? null;
  do await storeAllWords(database);
  while ((await storedUntil(database, tenantId)) === before);
}

/** Returns the ids of the tenant's messages that a search finds. */
export async function findByWords(database: Database, tenantId: string, search: string): Promise<string[]> {
  const context = createContext(database, tenantId);
  const { records } = await searchByCursor(context, allMessages, { search, limit: 100, sortBy: 'id' });
  return records.map(({ id }) => id);
}

/** An id of a message that was stored this long ago. */
export function idBefore(minutes: number): string {
  const [id] = newIdsAt(new Date(Date.now() - minutes * 60_000));
  return id;
}
