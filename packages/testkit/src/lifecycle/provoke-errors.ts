import { waitFor } from '../crash/wait-for.js';
import { type Call, post } from './plant/call.js';
import type { Installation } from './plant/installation.js';
import { signByMeta } from './plant/plant-by-ingress.js';
import { startRepeatingProvider } from './repeating-provider.js';

const timeoutMs = 60_000;
const phoneNumberId = '106540352242922';
const accountId = '90000000000000003';

interface Workspace {
  readonly installation: Installation;
  readonly call: Call;
  readonly tenantId: string;
}

/**
 * Creates channels with this secret, and does everything that calls a provider: messages, a reaction, media, a template and a
 * synchronization. The providers refuse it and repeat the secret. Returns when the errors are stored.
 */
export async function provokeErrors(workspace: Workspace, secret: string): Promise<void> {
  const provider = await startRepeatingProvider();
  try {
    const { whatsapp, instagram, sms, email } = await createChannels(workspace.call, { provider, secret });
    const { call } = workspace;
    await call('POST', '/v3/messages/send', {
      channelId: sms,
      to: { phoneNumber: '+4915100000001' },
      text: 'Hello',
    });
    await call('POST', '/v3/messages/send', {
      channelId: email,
      to: { email: 'ada@person.example' },
      text: 'Hello',
    });
    await receive(workspace, { channelId: whatsapp, notification: whatsappDocument(), secret });
    await receive(workspace, { channelId: instagram, notification: instagramText(), secret });
    for (const channelId of [whatsapp, instagram]) await reply(workspace, channelId);
    await submitTemplate(call, whatsapp);
    await call('POST', '/v3/message_templates/sync', { channelId: whatsapp });
    await waitFor('the errors are stored', () => areStored(workspace), timeoutMs);
  } finally {
    await provider.stop();
  }
}

interface Party {
  readonly provider: { readonly url: string; readonly smtpPort: number };
  readonly secret: string;
}

async function createChannels(call: Call, { provider: { url: baseUrl, smtpPort: port }, secret }: Party) {
  const meta = { accessToken: secret, appSecret: secret, verifyToken: secret };
  const create = async (type: string, settings: object, secrets: object) =>
    (await call('POST', '/v3/channels', { name: type, type, provider: type, settings, secrets })).id;
  return {
    whatsapp: await create(
      'whatsapp',
      { phoneNumberId, businessAccountId: '102290129340398', baseUrl },
      meta,
    ),
    instagram: await create('instagram', { accountId, baseUrl }, meta),
    sms: await create(
      'sms',
      { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006', baseUrl },
      { authToken: secret },
    ),
    email: await create(
      'email',
      { host: '127.0.0.1', port, requireTls: false, username: 'support', from: 'support@partner.example' },
      { ingressSecret: `${secret}-of-a-mail-gateway`, password: secret },
    ),
  };
}

function whatsappDocument(): object {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const document = { id: 'media-1', mime_type: 'text/plain', filename: 'order.txt' };
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const messages = [{ from: '4915100000002', id: 'wamid.1', timestamp, type: 'document', document }];
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages } }];
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] };
}

function instagramText(): object {
  const parties = { sender: { id: '178400000000001' }, recipient: { id: accountId } };
  const messaging = [{ ...parties, timestamp: Date.now(), message: { mid: 'mid.1', text: 'Hello' } }];
  return { object: 'instagram', entry: [{ id: accountId, time: Date.now(), messaging }] };
}

interface Notification {
  readonly channelId: string;
  readonly notification: object;
  readonly secret: string;
}

async function receive(
  { installation: { url } }: Workspace,
  { channelId, notification, secret }: Notification,
): Promise<void> {
  const { status, text } = await post(`${url}/ingress/${channelId}`, signByMeta(notification, secret));
  if (status !== 200) throw new Error(`The ingress returned ${status}: ${text}`);
}

/** Replies with a text and with a reaction. */
async function reply({ installation: { database }, call }: Workspace, channelId: string): Promise<void> {
  const { id, chatId } = await waitFor(
    'the message is stored',
    async () =>
      (
        await database.pool.query<{ id: string; chatId: string }>(
          `select id, chat_id as "chatId" from messages where channel_id = $1 and sender = 'inbound'`,
          [channelId],
        )
      ).rows[0],
    timeoutMs,
  );
  await call('POST', '/v3/messages/send', { chatId, text: 'Hello' });
  await call('POST', `/v3/messages/${id}/reaction`, { emoji: '❤️' });
}

async function submitTemplate(call: Call, channelId: string): Promise<void> {
  const template = { name: 'order_update', channelType: 'whatsapp', body: 'Hello' };
  const { id } = await call('POST', '/v3/message_templates', template);
  await call('POST', `/v3/message_templates/${id}/submit`, { channelId, category: 'utility' });
}

/** The jobs have ended, except that of the media, which has failed and is run again. */
async function areStored({ installation: { database }, tenantId }: Workspace): Promise<true | undefined> {
  const { rows } = await database.pool.query<{ isStored: boolean }>(
    `select (select count(*) = 4 from messages where tenant_id = $1 and sender = 'outbound' and status = 'failed')
       and exists (select from message_templates where tenant_id = $1 and registration ->> 'error' is not null)
       and exists (select from graphile_worker.jobs where last_error like '%Malformed access token%')
       and not exists (
         select from graphile_worker.jobs
         where key ~ '^(send-reaction|sync-templates|submit-template):' and key like '%' || $1::text || '%'
       ) as "isStored"`,
    [tenantId],
  );
  return rows[0]?.isStored || undefined;
}
