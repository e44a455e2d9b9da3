import { describe, expect, test } from '@jest/globals';
import {
  changeChatStatus,
  createAttribute,
  createLegacyWebhook,
  newId,
  transact,
  triggerAutomation,
} from '../src/index.js';
import { setRetention } from '../src/tenants/administer-retention.js';
import { refusal, validationErrors } from './refusals.js';
import { withKey } from './test-context.js';
import { createChat, createContact } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const { database, own } = worlds;

async function createTrigger() {
  const contact = await createContact(database, own.tenant.id);
  const trigger = { automationId: own.automation.id, contactId: contact.id };
  const runs = () => database.prisma.automationRun.count({ where: { contactId: contact.id } });
  return { trigger, runs };
}

describe('an idempotency key', () => {
  test('returns the stored result again and takes effect once', async () => {
    const { trigger, runs } = await createTrigger();
    const first = withKey(worlds.context(), { key: 'again' });
    const second = withKey(worlds.context(), { key: 'again' });
    const result = await triggerAutomation(first, trigger);
    expect(await triggerAutomation(second, trigger)).toEqual(result);
    expect([first.idempotency.replayed, second.idempotency.replayed]).toEqual([false, true]);
    expect(await runs()).toBe(1);
  });

  test('also replays a result that Prisma wrote', async () => {
    const values = {
      apiVersion: 'v2',
      type: 'SMS_MESSAGE_STATUS',
      url: 'https://x.example',
    } as const;
    const create = () => createLegacyWebhook(withKey(worlds.context(), { key: 'prisma' }), values);
    expect(await create()).toEqual(await create());
  });

  test('422 when it is used for another body or another operation', async () => {
    const { trigger, runs } = await createTrigger();
    await triggerAutomation(withKey(worlds.context(), { key: 'reused' }), trigger);
    for (const difference of [{ requestHash: 'other' }, { operationId: 'other' }]) {
      const context = withKey(worlds.context(), { key: 'reused', ...difference });
      await expect(triggerAutomation(context, trigger)).rejects.toMatchObject(
        refusal('idempotency_key_reused'),
      );
    }
    expect(await runs()).toBe(1);
  });

  test('used ten times at once takes effect once; the others get the same result or 409', async () => {
    const { trigger, runs } = await createTrigger();
    const attempt = () => triggerAutomation(withKey(worlds.context(), { key: 'race' }), trigger);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, attempt));
    const results = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.runId] : [],
    );
    expect(new Set(results).size).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(refusal('idempotency_in_progress'));
    }
    expect(await runs()).toBe(1);
  });

  test('409 while the first request still runs', async () => {
    const chat = await createChat(database, own.tenant.id, { status: 'closed' });
    await transact(withKey(worlds.context(), { key: 'slow' }), async () => {
      const second = changeChatStatus(withKey(worlds.context(), { key: 'slow' }), { chatId: chat.id });
      await expect(second).rejects.toMatchObject(refusal('idempotency_in_progress'));
      return {};
    });
  });

  test('is free again after a failure, which stored nothing', async () => {
    const create = (externalId: string) =>
      createAttribute(withKey(worlds.context(), { key: 'failed' }), { name: 'X', externalId });
    await createAttribute(worlds.context(), { name: 'X', externalId: 'occupied' });
    await expect(create('occupied')).rejects.toMatchObject(validationErrors({ externalId: 'not_unique' }));
    expect(await create('vacant')).toMatchObject({ externalId: 'vacant' });
  });

  test('belongs to one tenant and is forgotten after 24 hours', async () => {
    const { trigger, runs } = await createTrigger();
    const key = newId();
    const context = worlds.context();
    await triggerAutomation(withKey(context, { key }), trigger);
    const foreign = { automationId: worlds.other.automation.id, contactId: worlds.other.contact.id };
    const elsewhere = withKey(worlds.otherContext(), { key });
    await triggerAutomation(elsewhere, foreign);
    expect(elsewhere.idempotency.replayed).toBe(false);
    context.clock.advance(24 * 60 * 60 * 1_000 - 1);
    await triggerAutomation(withKey(context, { key }), trigger);
    expect(await runs()).toBe(1);
    context.clock.advance(1);
    await triggerAutomation(withKey(context, { key }), trigger);
    expect(await runs()).toBe(2);
  });

  test('is kept for as many days as the operator has set for the tenant', async () => {
    const { trigger, runs } = await createTrigger();
    const key = newId();
    const context = worlds.context();
    await setRetention(database, { tenant: context.tenantId, kind: 'idempotencyKeys', days: 3 });
    await triggerAutomation(withKey(context, { key }), trigger);
    context.clock.advance(3 * 24 * 60 * 60 * 1_000 - 1);
    await triggerAutomation(withKey(context, { key }), trigger);
    expect(await runs()).toBe(1);
    context.clock.advance(1);
    await triggerAutomation(withKey(context, { key }), trigger);
    expect(await runs()).toBe(2);
    await setRetention(database, {
      tenant: context.tenantId,
      kind: 'idempotencyKeys',
      days: undefined,
    });
  });
});
