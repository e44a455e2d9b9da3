import { expect, test } from '@jest/globals';
import { abandonMessage, sendMessage, startOccurrence } from '../../src/index.js';
import { wakeMessagesBehind } from '../../src/messages/schedule-sending.js';
import { transact } from '../../src/sql/transact.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { publicUrl } from './received-message.js';

const worlds = useWorlds();

/** Two messages of a campaign, with one that an agent sends behind them in the same chat; none has a job. */
async function prepareChat() {
  const steps = ['First', 'Second'].map((text) => ({ type: 'send_message', text }) as const);
  const { campaign, context, runAll } = await prepareCampaign(worlds, { contactCount: 1, steps });
  const { prisma, pool } = worlds.database;
  await startOccurrence(context, campaign.id);
  await runAll();
  const messages = await prisma.message.findMany({
    where: { tenantId: context.tenantId },
    orderBy: { id: 'asc' },
  });
  const [first, second] = messages;
  if (first === undefined || second === undefined) throw new Error('The campaign has sent no two messages.');
  const own = await sendMessage(context, { to: { chatId: first.chatId }, text: 'Hello', publicUrl });
  await pool.query('delete from graphile_worker._private_jobs');
  return { context, first, second, own };
}

const jobsOf = (messageId: string) => findJobs(worlds.database, 'send-message', messageId);

test('the next message of a chat is bulk work if it belongs to a campaign, and interactive if not', async () => {
  const { context, first, second, own } = await prepareChat();
  await abandonMessage({ ...context, isBulk: false }, first.id);
  expect(await jobsOf(second.id)).toMatchObject([{ isBulk: true }]);
  await abandonMessage({ ...context, isBulk: true }, second.id);
  expect(await jobsOf(own.id)).toMatchObject([{ isBulk: false }]);
});

test('a message behind a failed one is bulk work if it belongs to a campaign, and interactive if not', async () => {
  const { context, first, second, own } = await prepareChat();
  for (const [failed, next, isBulk] of [
    [first, second, true],
    [second, own, false],
  ] as const) {
    await worlds.database.prisma.message.updateMany({ where: { id: failed.id }, data: { status: 'failed' } });
    await transact(context, async (transaction) => wakeMessagesBehind(transaction, context, [failed.id]));
    expect(await jobsOf(next.id)).toMatchObject([{ isBulk }]);
  }
});
