import { describe, expect, test } from '@jest/globals';
import { continueErasure, eraseContact } from '../../src/index.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { findJobs } from '../find-jobs.js';
import { createAutomationRun, createCampaign } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30, deletionBatch: 10 });
const { database, prisma, own } = worlds;
const context = () => ({ ...worlds.context(), now: () => new Date() });
const isStored = async (id: string) => (await prisma.contact.count({ where: { id } })) === 1;

describe('a person whose few records contain many rows', () => {
  test('is hidden at once; at most one batch of the steps of runs is deleted in one transaction', async () => {
    const { contact, chat } = await createPerson(worlds);
    const place = { contactId: contact.id, chatId: chat.id, status: 'completed' } as const;
    const { id: runId } = await createAutomationRun(database, own.automation, place);
    const countSteps = () => prisma.automationRunStep.count({ where: { runId } });
    await database.pool.query(
      `insert into automation_run_steps (tenant_id, run_id, number, position, type, result, started_at, finished_at)
       select $1::uuid, $2::uuid, number, number - 1, 'send_message', '{}', now(), now()
       from generate_series(1001, 1041) as number`,
      [own.tenant.id, runId],
    );
    const counts = [await countSteps()];
    await eraseContact(context(), contact.id);
    expect(await isStored(contact.id)).toBe(true);
    for (let isDone = false; !isDone; ) {
      const [job] = await findJobs(database, 'erase-contact', contact.id);
      isDone =
        (await continueErasure(context(), contact.id, { ...job?.payload, budgetMs: 0 })) === 'completed';
      counts.push(await countSteps());
    }
    expect(counts.at(-1)).toBe(0);
    const differences = counts.map((count, index) => (counts[index - 1] ?? count) - count);
    expect(Math.max(...differences)).toBe(10);
    expect(await isStored(contact.id)).toBe(false);
  });

  test('is hidden at once, if they are the sends of a campaign', async () => {
    const { contact } = await createPerson(worlds);
    const { id: campaignId } = await createCampaign(database, own.tenant.id, {
      channelId: own.channel.id,
      automationId: own.automation.id,
    });
    await database.pool.query(
      `with recipient as (
         insert into campaign_recipients (tenant_id, id, campaign_id, contact_id)
         values ($1::uuid, ${newIdSql('now()')}, $2::uuid, $3::uuid) returning id
       ), occurrence as (
         insert into campaign_occurrences (tenant_id, id, campaign_id, occurs_at, started_at, finished_at)
         select $1::uuid, ${newIdSql('now()')}, $2::uuid, now() - number * interval '1 day', now(), now()
         from generate_series(1, 30) as number returning id
       )
       insert into campaign_sends (tenant_id, id, campaign_id, recipient_id, occurrence_id, status)
       select $1::uuid, ${newIdSql('now()')}, $2::uuid, recipient.id, occurrence.id, 'sent' from recipient, occurrence`,
      [own.tenant.id, campaignId, contact.id],
    );
    await eraseContact(context(), contact.id);
    expect(await isStored(contact.id)).toBe(true);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await isStored(contact.id)).toBe(false);
    expect(await prisma.campaignSend.count({ where: { campaignId } })).toBe(0);
  });
});
