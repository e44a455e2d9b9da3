import { describe, expect, test } from '@jest/globals';
import { type Withdrawal, withdrawMessage } from '../../src/messages/withdraw-message.js';
import { transact } from '../../src/sql/transact.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

/** Prepares a campaign whose two recipients have two pending messages each. */
async function prepareMessages() {
  const steps = [
    { type: 'send_message', text: 'First' },
    { type: 'send_message', text: 'Second' },
  ] as const;
  const prepared = await prepareCampaign(worlds, { contactCount: 2, steps });
  const { context } = prepared;
  await prepared.send();
  const [send] = await prepared.sends();
  const where = { tenantId: context.tenantId, campaignSendId: send?.id ?? '' };
  const messages = await worlds.database.prisma.message.findMany({ where });
  const first = messages.find(({ id }) => id === send?.messageId)?.id ?? '';
  const second = messages.find(({ id }) => id !== send?.messageId)?.id ?? '';
  const outcomes = async () =>
    (await prepared.sends()).map(({ status, skippedReason }) => [status, skippedReason]);
  const withdraw = (messageId: string, because: Withdrawal = 'canceled') =>
    transact(context, (transaction) => withdrawMessage(transaction, context, { messageId, because }));
  return { first, second, outcomes, withdraw, sendId: send?.id ?? '' };
}

const pending = ['pending', null];

describe('a message of a campaign that is withdrawn', () => {
  test.each([
    ['canceled', ['canceled', null], 'campaign_canceled'],
    ['unsubscribed', ['skipped', 'unsubscribed'], 'unsubscribed'],
  ] as const)('because it was %s fails, and ends its send only', async (because, outcome, code) => {
    const { first, outcomes, withdraw } = await prepareMessages();
    await withdraw(first, because);
    expect(await outcomes()).toEqual([outcome, pending]);
    const message = await worlds.database.prisma.message.findFirstOrThrow({ where: { id: first } });
    expect(message).toMatchObject({ status: 'failed', errors: [{ code }] });
  });

  test('does not end a send whose message is another one', async () => {
    const { second, outcomes, withdraw } = await prepareMessages();
    await withdraw(second);
    expect(await outcomes()).toEqual([pending, pending]);
  });

  test('does not change a send that has ended', async () => {
    const { first, outcomes, withdraw, sendId } = await prepareMessages();
    await worlds.database.prisma.campaignSend.updateMany({
      where: { id: sendId },
      data: { status: 'skipped', skippedReason: 'no_message' },
    });
    await withdraw(first);
    expect(await outcomes()).toEqual([['skipped', 'no_message'], pending]);
  });
});
