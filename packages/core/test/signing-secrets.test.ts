import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Context,
  claimDeliveries,
  newId,
  openWebhookSecrets,
  rotateWebhookSecret,
  rotateWorkspaceSecret,
} from '../src/index.js';
import { transact } from '../src/sql/transact.js';
import { findWorkspaceSecrets } from '../src/tenants/workspace-secrets.js';
import { createContext, type TestContext } from './test-context.js';
import {
  createDelivery,
  createTenant,
  createWebhook,
  openStoredTenant,
  openStoredWebhook,
} from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const hourMs = 60 * 60 * 1_000;

interface Subject {
  readonly first: string;
  rotate(): Promise<{ secret: string }>;
  /** Returns all secrets that are valid for signing now. */
  signing(): Promise<readonly string[]>;
  /** Returns all stored secrets, valid or not. */
  kept(): Promise<unknown>;
}

const subjects: Readonly<Record<string, (context: Context) => Promise<Subject>>> = {
  async 'an API webhook'(context) {
    const { database, tenantId } = context;
    const webhook = await createWebhook(database, tenantId);
    const where = { tenantId_id: { tenantId, id: webhook.id } };
    return {
      first: webhook.secret,
      rotate: () => rotateWebhookSecret(context, { webhookId: webhook.id }),
      async signing() {
        const due = { status: 'pending', nextAttemptAt: context.now() } as const;
        const { id: deliveryId, eventId } = await createDelivery(database, webhook, due);
        const claim = { tenantId, eventId, deliveryId, leaseToken: newId() };
        const options = { now: context.now(), leaseMs: 60_000 };
        const { claimed } = await claimDeliveries(database, [claim], options);
        return claimed[0] ? openWebhookSecrets(database, claimed[0]) : [];
      },
      async kept() {
        const stored = await database.prisma.webhook.findUniqueOrThrow({ where });
        return (await openStoredWebhook(database, stored)).retiredSecrets;
      },
    };
  },
  async 'a workspace'(context) {
    const where = { id: context.tenantId };
    const { prisma } = context.database;
    return {
      first: (await prisma.tenant.findUniqueOrThrow({ where })).signingSecret,
      rotate: () => rotateWorkspaceSecret(context),
      signing: () => transact(context, (transaction) => findWorkspaceSecrets(transaction, context)),
      async kept() {
        const stored = await prisma.tenant.findUniqueOrThrow({ where });
        return (await openStoredTenant(context.database, stored)).retiredSigningSecrets;
      },
    };
  },
};

describe.each(Object.entries(subjects))('the secrets of %s', (_, createSubject) => {
  let context: TestContext;
  let subject: Subject;

  beforeEach(async () => {
    const { id } = await createTenant(worlds.database);
    context = createContext(worlds.database, id);
    subject = await createSubject(context);
  });

  async function rotateAfter(hours: number): Promise<string> {
    context.clock.advance(hours * hourMs);
    return (await subject.rotate()).secret;
  }

  test('the only secret signs until there is another', async () => {
    expect(await subject.signing()).toEqual([subject.first]);
    const second = await rotateAfter(0);
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await subject.signing()).toEqual([second, subject.first]);
  });

  test('each rotated secret signs for its own 24 hours, however many rotations follow', async () => {
    const second = await rotateAfter(0);
    const third = await rotateAfter(10);
    const fourth = await rotateAfter(10);
    context.clock.advance(4 * hourMs - 1);
    expect(await subject.signing()).toEqual([fourth, third, second, subject.first]);
    context.clock.advance(1);
    expect(await subject.signing()).toEqual([fourth, third, second]);
    context.clock.advance(10 * hourMs);
    expect(await subject.signing()).toEqual([fourth, third]);
    context.clock.advance(10 * hourMs);
    expect(await subject.signing()).toEqual([fourth]);
  });

  test('at most five old secrets sign together with the current one: a sixth rotation within 24 hours drops the oldest', async () => {
    const secrets = [subject.first];
    for (let count = 0; count < 5; count += 1) secrets.unshift(await rotateAfter(1));
    expect(await subject.signing()).toEqual(secrets);
    secrets.unshift(await rotateAfter(1));
    expect(await subject.signing()).toEqual(secrets.slice(0, 6));
  });

  test('an expired secret is deleted at the next rotation', async () => {
    await rotateAfter(0);
    const second = (await subject.signing())[0];
    await rotateAfter(24);
    const expiresAt = expect.stringContaining('2026-11-16T09:30:00');
    expect(await subject.kept()).toEqual([{ secret: second, expiresAt }]);
  });
});
