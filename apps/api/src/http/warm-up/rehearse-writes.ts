import { type Context, sealSecret, transact, workspaceSecret } from '@parley/core';
import { isRefusedWrite, type Prisma, runInPrismaTransaction, type Sql } from '@parley/database';
import { nobody } from './rehearse-route.js';
import type { Step } from './warm-up.js';

/**
 * What a rehearsed operation does not reach, because it finds nothing or because its first write is refused. Prisma
 * compiles a write when it is first used: the first of a process takes 40 ms of CPU, and the first of a model 3 to 10 ms.
 * The first secret that is sealed takes 2 ms. PostgreSQL refuses these writes too.
 */
export function rehearseWrites(context: Context): Step[] {
  const { database, now } = context;
  const rehearse = (
    name: string,
    write: (parts: { prisma: Prisma.TransactionClient; sql: Sql }) => unknown,
  ) => ({
    name: `writing ${name}`,
    run: () =>
      runInPrismaTransaction(database, async (transaction) => {
        await write(transaction);
      }).catch(ignoreRefused),
  });
  const row = { tenantId: nobody, id: nobody, createdAt: now(), updatedAt: now() };
  return [
    { name: 'a transaction that is committed', run: () => transact(context, async () => null) },
    ...Object.entries(writes).map(([name, write]) => rehearse(name, ({ prisma }) => write(prisma, row))),
    rehearse('a secret', ({ sql }) => sealSecret({ database, sql }, workspaceSecret(nobody), '')),
  ];
}

type Row = Readonly<{ tenantId: string; id: string; createdAt: Date; updatedAt: Date }>;

const writes: Readonly<Record<string, (prisma: Prisma.TransactionClient, row: Row) => Promise<unknown>>> = {
  webhooks: (prisma, row) =>
    prisma.webhook.create({
      data: {
        ...row,
        url: '',
        status: 'active',
        secret: '',
        ordered: false,
        events: { create: [{ position: 0, type: null, channelIds: [] }] },
      },
    }),
  teams: (prisma, row) => prisma.team.create({ data: { ...row, name: '', externalId: null } }),
  notes: (prisma, { tenantId, id, createdAt }) =>
    prisma.chatNote.create({
      data: {
        ...{ tenantId, id, createdAt, chatId: nobody, eventId: nobody, text: '' },
        ...{ authorUserId: null, authorKeyId: null, mentionedUserIds: [] },
      },
    }),
  'changes of labels': (prisma, { tenantId, id, updatedAt }) =>
    prisma.label.update({ where: { tenantId_id: { tenantId, id } }, data: { name: '', updatedAt } }),
};

function ignoreRefused(error: unknown): void {
  if (!isRefusedWrite(error)) throw error;
}
