import type { Scene, Send } from '../crash/scene.js';
import { post, sendOnce } from '../crash/writes.js';
import { type Environment, type Release, runScript } from './release.js';

/** As long as a statement may run. A busy machine is slow, but a request that waits has not failed. */
const timeoutMs = 30_000;
const chatCount = 20;
const labelCount = 20;

export interface SceneOptions {
  readonly url: string;
  readonly env: Environment;
  readonly receiverUrl: string;
  readonly providerUrl: string;
}

/**
 * Creates a tenant with the commands of the release that runs, and everything else with its API: the code of this release
 * must not write to the schema of the previous one.
 */
export async function setScene(release: Release, options: SceneOptions): Promise<Scene> {
  const { url, env, receiverUrl, providerUrl } = options;
  const name = 'upgrade';
  const plan = ['--plan', 'enterprise', '--requests-per-minute', '1000000'];
  await runScript(release, ['tenant', 'create', name, ...plan], env);
  const token = await runScript(release, ['token', '--tenant', name, '--scope', '*'], env);
  const send = sendOnce(url, timeoutMs);
  const create = async (path: string, body?: unknown) =>
    (await post({ url, token, send }, `/v3${path}`, body)).data;
  const idOf = async (path: string, body: unknown) => String((await create(path, body)).id);
  const tenantId = await readTenantId(send, token);
  await create('/api_webhooks', { url: `${receiverUrl}/events` });
  const sandboxId = await idOf('/channels', { type: 'whatsapp', provider: 'sandbox', name: 'Sandbox' });
  const smsId = await idOf('/channels', {
    type: 'sms',
    provider: 'sms',
    name: 'Text messages',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+4915000000000', baseUrl: providerUrl },
    secrets: { authToken: 'secret' },
  });
  const automationId = await idOf('/automations', {
    name: 'Greet',
    trigger: { type: 'manual', channelId: smsId },
    steps: [{ type: 'send_message', text: 'Hello {{campaign}}' }],
  });
  await create(`/automations/${automationId}/publish`);
  const labelIds: string[] = [];
  const chats: Scene['chats'][number][] = [];
  for (let number = 0; number < labelCount; number += 1)
    labelIds.push(await idOf('/labels', { name: `Label ${number}`, color: '#16A34A' }));
  for (let number = 0; number < chatCount; number += 1) {
    const phoneNumber = `+49151${10_000_000 + number}`;
    const contactId = await idOf('/contacts', { firstName: 'Ada', phoneNumber });
    const chat = await create('/chats', { contactId, channelId: sandboxId });
    chats.push({ id: String(chat.id), updatedAt: new Date(String(chat.updatedAt)) });
  }
  return { name, url, token, sandboxId, smsId, automationId, chats, labelIds, tenantId, send };
}

async function readTenantId(send: Send, token: string): Promise<string> {
  const response = await send('/v3/workspace', { headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { id: unknown } } = JSON.parse(await response.text());
  return String(data.id);
}
