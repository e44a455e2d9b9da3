import { expect, test } from '@jest/globals';
import {
  changeChatStatus,
  claimDeliveries,
  enqueueOverdueDeliveries,
  newId,
  recordAttempts,
  releaseDeliveries,
} from '../src/index.js';
import { prepareRun } from './automations/prepare-run.js';
import { failed, inAMinute, insertDelivery, pileUp, released } from './delivery-queue.js';
import { findJobs } from './find-jobs.js';
import { createAutomation } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

/** Prepares a delivery and a resend of it; `claim` claims both. */
async function prepareResend() {
  const { tenantId, webhookId, asked } = await pileUp(worlds.database, 1);
  const [first = { deliveryId: '' }] = asked();
  const resendId = await insertDelivery(
    worlds.database.pool,
    { tenantId, webhookId },
    { resendOfId: first.deliveryId },
  );
  const claim = async () => {
    const rows = await worlds.database.prisma.delivery.findMany({ where: { tenantId } });
    const requested = rows.map(({ id, eventId }) => ({
      tenantId,
      eventId,
      deliveryId: id,
      leaseToken: newId(),
    }));
    const options = { now: new Date(Date.now() + 120_000), leaseMs: 60_000 };
    const { claimed } = await claimDeliveries(worlds.database, requested, options);
    expect(claimed).toHaveLength(2);
    return requested;
  };
  const areBulk = async () =>
    (
      await Promise.all([first.deliveryId, resendId].map((id) => findJobs(worlds.database, 'deliver', id)))
    ).map((jobs) => jobs.at(-1)?.isBulk);
  return { webhookId, claim, areBulk };
}

test('the retry of a resend is bulk work, and the retry of any other delivery is not', async () => {
  const { webhookId, claim, areBulk } = await prepareResend();
  await recordAttempts(worlds.database, failed(await claim(), webhookId), { now: inAMinute });
  expect(await areBulk()).toEqual([false, true]);
});

test('a resend that is released or overdue is bulk work', async () => {
  const { claim, areBulk } = await prepareResend();
  await releaseDeliveries(worlds.database, released(await claim()), { now: inAMinute });
  expect(await areBulk()).toEqual([false, true]);
  await enqueueOverdueDeliveries(worlds.database, new Date(Date.now() + 86_400_000), worlds.sizes);
  expect(await areBulk()).toEqual([false, true]);
});

test.each([true, false])('a run that bulk work triggers is bulk work: %s', async (isBulk) => {
  const values = { triggerType: 'chat_closed', steps: [] } as const;
  const { id: automationId } = await createAutomation(worlds.database, worlds.own.tenant.id, values);
  const { chatId } = await prepareRun(worlds, []);
  const context = { ...worlds.context(), isBulk };
  await changeChatStatus(context, { chatId, status: 'closed', triggerAutomations: true });
  const run = await worlds.database.prisma.automationRun.findFirst({ where: { automationId, chatId } });
  expect(await findJobs(worlds.database, 'run-automation', run?.id ?? '')).toMatchObject([{ isBulk }]);
});
