import type { Chat } from '@parley/database';
import {
  createAutomation,
  createChannel,
  createChat,
  createKey,
  createLabel,
  createTenant,
  createWebhook,
} from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import type { Cluster } from './cluster.js';
import type { Provider } from './provider.js';
import type { Receiver } from './receiver.js';
import { recoveryTimeoutMs } from './recovery-timeout.js';
import { waitFor } from './wait-for.js';

/** A tenant and the records that the writers write to. */
export interface Scene {
  /** Distinguishes the campaigns of two tenants for the provider. */
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly tenantId: string;
  readonly sandboxId: string;
  readonly smsId: string;
  readonly automationId: string;
  readonly chats: readonly Pick<Chat, 'id' | 'updatedAt'>[];
  readonly labelIds: readonly string[];
  /** How the writers send requests; the default is one attempt at `url`. */
  readonly send?: Send;
}

/** Sends a request to a path of the service. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

const chatCount = 20;
const labelCount = 20;

export async function setScene(
  { database, url }: Pick<Cluster, 'database' | 'url'>,
  { name, receiver, provider }: { name: string; receiver: Receiver; provider: Provider },
): Promise<Scene> {
  const tenant = await createTenant(database);
  const token = await tokenOf(await createKey(database, tenant.id));
  const sandbox = await createChannel(database, tenant.id);
  const sms = await createChannel(database, tenant.id, {
    type: 'sms',
    provider: 'sms',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+4915000000000', baseUrl: provider.url },
    secrets: { authToken: 'secret' },
  });
  const steps = [{ type: 'send_message', text: 'Hello {{campaign}}' }];
  const automation = await createAutomation(database, tenant.id, { steps });
  await createWebhook(database, tenant.id, { url: `${receiver.url}/events` });
  const chats: Chat[] = [];
  const labelIds: string[] = [];
  for (let number = 0; number < chatCount; number += 1) {
    chats.push(await createChat(database, tenant.id, { channelId: sandbox.id }));
  }
  for (let number = 0; number < labelCount; number += 1) {
    labelIds.push((await createLabel(database, tenant.id)).id);
  }
  await waitFor('the service is up', () => isReady(url), recoveryTimeoutMs);
  return {
    name,
    url,
    token,
    tenantId: tenant.id,
    sandboxId: sandbox.id,
    smsId: sms.id,
    automationId: automation.id,
    chats,
    labelIds,
  };
}

export async function isReady(url: string): Promise<true | undefined> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.ok || undefined;
}
