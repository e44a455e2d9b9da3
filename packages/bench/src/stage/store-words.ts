import { defaultSizes, storeWordsInTurn } from '@parley/core';
import type { Stage } from './start-stage.js';

/** A word that only the oldest message has. */
export const rareWord = 'zebrafish';

/** Adds the rare word to the oldest message, and stores the words of all messages, as a worker does. */
export async function storeWords(
  { database, seeding }: Pick<Stage, 'database' | 'seeding'>,
  tenantId: string,
): Promise<void> {
  await seeding.pool.query(
    `update messages set text = 'The ${rareWord} is here.'
     where tenant_id = $1 and id = (select id from messages where tenant_id = $1 order by id limit 1)`,
    [tenantId],
  );
  const countMissing = async () => {
    const { rows } = await seeding.pool.query<{ count: number }>(
      `select (select count(*) from messages where tenant_id = $1) - (select count(*) from message_words where tenant_id = $1)
         as count`,
      [tenantId],
    );
    return Number(rows[0]?.count);
  };
  // A turn ends after some seconds. The one after the last moves the progress to what the last one has stored.
  do await storeWordsInTurn({ database, sizes: defaultSizes, overdueMs: -120_000 });
  while ((await countMissing()) > 0);
  await storeWordsInTurn({ database, sizes: defaultSizes, overdueMs: -120_000 });
  await seeding.pool.query('vacuum analyze messages, message_words');
}
