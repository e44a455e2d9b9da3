import { randomBytes } from 'node:crypto';
import { type Database, findKeyWrapper, formatEncryptionKey } from '@parley/database';
import { fillTenant } from '../../../database/test/support/fill-tenant.js';
import { useResource, useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { createChannel, createWebhook, defaultSizes, transact } from '../../src/index.js';
import { addJob } from '../../src/jobs/add-job.js';
import { sealStoredSecrets } from '../../src/secrets/stored/seal-stored-secrets.js';
import { createContext } from '../test-context.js';

export interface Installations {
  readonly database: Database;
  /** An empty installation with other encryption keys. */
  readonly empty: Database;
}

/** Two installations for the test file; read the result inside tests only. */
export function useInstallations(): Installations {
  const [first, second] = [useTestDatabase(), useTestDatabase()];
  const encryptionKeys = formatEncryptionKey({ id: 'elsewhere', key: randomBytes(32) });
  const keys = findKeyWrapper({ encryptionKeys, databaseUrl: undefined, dataDir: '.data' });
  return useResource(async () => ({ database: first.database, empty: { ...second.database, keys } }));
}

export const secretOfChannel = 'token-of-the-channel';

/** A tenant with rows in every table, secrets, a job, a dead job, and a number that JavaScript cannot hold. */
export async function fillWorkspace(database: Database) {
  const filled = await fillTenant(database.prisma);
  const { tenantId } = filled;
  // The data key of `fillTenant` is not a real key and opens nothing.
  await database.prisma.dataKey.delete({ where: { tenantId } });
  await sealStoredSecrets(database, defaultSizes);
  const context = createContext(database, tenantId);
  const webhook = await createWebhook(context, { url: 'https://partner.example/hook' });
  const sms = { type: 'sms', provider: 'sms', name: 'SMS', settings: {}, secrets: {} } as const;
  const secrets = { authToken: secretOfChannel };
  const channel = await createChannel(context, { ...sms, secrets }, () => undefined);
  await database.pool.query('update messages set text = $2 where tenant_id = $1', [
    tenantId,
    'Grüße 👋 "quoted" \\ line\nbreak',
  ]);
  await database.pool.query(
    `update contacts set metadata = '{"number": 12345678901234567890.5}' where tenant_id = $1`,
    [tenantId],
  );
  const runAt = new Date('2026-12-01T09:00:00Z');
  const payload = { tenantId, chatId: filled.chatId };
  await transact(context, async (transaction) =>
    addJob(transaction, { task: 'end-snooze', payload, runAt, key: `snooze:${filled.chatId}` }),
  );
  await database.prisma.deadJob.create({
    data: {
      id: BigInt(Date.now()),
      task: 'x',
      payload,
      error: '',
      attempts: 1,
      createdAt: runAt,
      diedAt: runAt,
    },
  });
  return { ...filled, webhook, channel };
}
