import { describe, expect, test } from '@jest/globals';
import {
  cancelCampaign,
  createCampaign,
  finishCampaign,
  startOccurrence,
  updateCampaign,
} from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import { type PreparedCampaign, prepareCampaign } from './prepare-campaign.js';

const worlds = useWorlds();
const { prisma } = worlds;

/** Prepares a campaign and another one of the same workspace, with the same contacts. */
async function prepareTwo({ isRunning }: { isRunning: boolean }) {
  const prepared = await prepareCampaign(worlds, { contactCount: 2 });
  const { campaign, context, contactIds } = prepared;
  const { channelId, automationId } = campaign;
  const variables = [{ name: 'code', value: 'B-2' }];
  const draft = { name: 'Neighbour', channelId, automationId, contactIds, variables };
  const { id } = await createCampaign(context, draft);
  if (isRunning) await startOccurrence(context, id);
  return { prepared, readNeighbour: () => readRows(id) };
}

async function readRows(campaignId: string) {
  const [where, orderBy] = [{ campaignId }, { id: 'asc' } as const];
  const sends = await prisma.campaignSend.findMany({ where, orderBy });
  const campaignSendId = { in: sends.map(({ id }) => id) };
  return {
    campaign: await prisma.campaign.findFirst({ where: { id: campaignId } }),
    recipients: await prisma.campaignRecipient.findMany({ where, orderBy }),
    occurrences: await prisma.campaignOccurrence.findMany({ where, orderBy }),
    sends,
    runs: await prisma.automationRun.findMany({ where: { campaignSendId }, orderBy }),
  };
}

const start = ({ campaign, context }: PreparedCampaign) => startOccurrence(context, campaign.id);

async function finish(prepared: PreparedCampaign): Promise<void> {
  const { campaign, context, sends } = prepared;
  await start(prepared);
  const ids = (await sends()).map(({ id }) => id);
  await prisma.automationRun.updateMany({
    where: { campaignSendId: { in: ids } },
    data: { status: 'completed' },
  });
  await prisma.campaignSend.updateMany({ where: { id: { in: ids } }, data: { status: 'read' } });
  expect(await finishCampaign(context, campaign.id)).toBe(true);
}

const actions: [string, string, (prepared: PreparedCampaign) => Promise<unknown>, number][] = [
  ['starts', 'running', start, 2],
  ['is finished', 'completed', finish, 2],
  [
    'gets other recipients',
    'scheduled',
    ({ campaign, context, contactIds }) =>
      updateCampaign(context, campaign.id, { contactIds: contactIds.slice(0, 1) }),
    0,
  ],
  [
    'is canceled',
    'canceled',
    async (prepared) => {
      await start(prepared);
      await cancelCampaign(prepared.context, prepared.campaign.id);
    },
    2,
  ],
];

describe.each([
  ['waits', false],
  ['is running', true],
])('another campaign of the workspace that %s', (_, isRunning) => {
  test.each(actions)('does not change when a campaign %s', async (_name, status, act, sendCount) => {
    const { prepared, readNeighbour } = await prepareTwo({ isRunning });
    const before = await readNeighbour();
    expect(before.recipients).toHaveLength(2);
    await act(prepared);
    expect(await readNeighbour()).toEqual(before);
    expect(await prepared.status()).toBe(status);
    expect(await prepared.sends()).toHaveLength(sendCount);
  });
});
