import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey, createTenant } from '../fixtures/index.js';
import { tokenOf } from '../tokens.js';
import type { Result } from './describe-results.js';
import { findTraces } from './find-traces.js';
import { type Call, createCall } from './plant/call.js';
import type { Installation } from './plant/installation.js';
import { provokeErrors } from './provoke-errors.js';

/**
 * Where the errors of providers are stored, with `[secret]` instead of the secret that the provider has repeated. The queue has
 * one as well, until the next attempt of the job fails in another way.
 */
const placesOfErrors: readonly string[] = ['public.events', 'public.message_templates', 'public.messages'];

/**
 * Stores a secret of every kind, with idempotency keys and rotations, lets providers repeat it in their errors, and reports
 * where it is found in plain form. The names of the channels are no secret, and errors contain `[secret]`: the search must
 * find both, or it would find nothing at all.
 */
export async function checkSecrets(installation: Installation): Promise<Result[]> {
  const { url, database } = installation;
  const { id: tenantId } = await createTenant(database);
  const call = createCall(url, await tokenOf(await createKey(database, tenantId)));
  const marker = `secret${randomBytes(8).toString('hex')}`;
  const name = `name${randomBytes(8).toString('hex')}`;
  await createChannels(call, { name, marker });
  await provokeErrors({ installation, call, tenantId }, marker);
  const texts = [marker, ...(await createSigningSecrets(call))];
  const found = await findTraces(installation, texts);
  const places = [...Object.keys(found), ...(await findInLogs(installation, texts))];
  const namedIn = Object.keys(await findTraces(installation, [name]));
  const redactedIn = Object.keys(await findTraces(installation, ['[secret]']));
  return [
    {
      what: 'a name that is no secret is found',
      measured: namedIn.join(', ') || 'nowhere',
      bound: 'public.channels',
      isMet: namedIn.includes('public.channels'),
    },
    {
      what: 'errors that repeated a secret are found',
      measured: redactedIn.join(', ') || 'nowhere',
      bound: placesOfErrors.join(', '),
      isMet: placesOfErrors.every((place) => redactedIn.includes(place)),
    },
    {
      what: `rows and logs with one of ${texts.length} secrets in plain form`,
      measured: places.length > 0 ? places.join(', ') : '0',
      bound: '0',
      isMet: places.length === 0,
    },
  ];
}

/** Returns the logs that contain one of the texts. A folder without a line would show nothing, and is an error. */
async function findInLogs({ logs }: Installation, texts: readonly string[]): Promise<string[]> {
  if (logs === undefined) return [];
  const names = await readdir(logs);
  const contents = await Promise.all(names.map((file) => readFile(join(logs, file), 'utf8')));
  if (contents.every((content) => content === '')) throw new Error(`The logs in ${logs} are empty.`);
  return names.filter((_, index) => texts.some((text) => contents[index]?.includes(text)));
}

async function createChannels(
  call: Call,
  { name, marker }: { readonly name: string; readonly marker: string },
): Promise<void> {
  const meta = { accessToken: marker, appSecret: marker, verifyToken: marker };
  const channels = [
    { type: 'whatsapp', provider: 'whatsapp', settings: { phoneNumberId: '106540352242922' }, secrets: meta },
    { type: 'instagram', provider: 'instagram', settings: { accountId: '90000000000000002' }, secrets: meta },
    {
      type: 'sms',
      provider: 'sms',
      settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
      secrets: { authToken: marker },
    },
    {
      type: 'email',
      provider: 'email',
      settings: { host: 'smtp.partner.example', username: 'support', from: 'support@partner.example' },
      secrets: { ingressSecret: `${marker}-of-a-mail-gateway`, password: marker },
    },
  ];
  for (const channel of channels) {
    const { id } = await call('POST', '/v3/channels', { name, ...channel });
    await call('PUT', `/v3/channels/${id}`, { secrets: channel.secrets });
  }
}

/** Secrets that the service creates. */
async function createSigningSecrets(call: Call): Promise<string[]> {
  const webhook = await call('POST', '/v3/api_webhooks', { url: 'https://partner.example/hook' });
  const created = [
    webhook,
    await call('POST', `/v3/api_webhooks/${webhook.id}/rotate_secret`),
    await call('POST', '/v3/workspace/rotate_signing_secret'),
  ];
  await call('POST', `/v3/api_webhooks/${webhook.id}/test`);
  return created.map(({ secret }) => String(secret));
}
