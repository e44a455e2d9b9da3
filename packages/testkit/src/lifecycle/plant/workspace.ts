import type { Automation, Channel, MessageTemplate } from '@parley/database';
import {
  createAttribute,
  createAutomation,
  createChannel,
  createKey,
  createLabel,
  createLegacyWebhook,
  createMessageTemplate,
  createTenant,
  createWebhook,
} from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { type Call, createCall } from './call.js';
import type { Installation } from './installation.js';

/** A workspace with a channel of every provider, webhooks of both versions, an automation and a template. */
export interface Workspace extends Installation {
  readonly call: Call;
  readonly token: string;
  readonly tenantId: string;
  readonly providerUrl: string;
  readonly labelId: string;
  readonly attribute: string;
  readonly template: MessageTemplate;
  /** An automation that sends a message, calls an endpoint that echoes, and sets an attribute. */
  readonly automation: Automation;
  readonly channels: Readonly<Record<ProviderName, Channel>>;
}

export type ProviderName = 'sandbox' | 'whatsapp' | 'instagram' | 'sms' | 'email';

export const channelSecrets = {
  meta: { accessToken: 'access', appSecret: 'app-secret', verifyToken: 'verify' },
  sms: { authToken: 'auth-token' },
  email: { ingressSecret: 'a-secret-of-a-mail-gateway' },
};

/** The account id of the Instagram channel, to which planted messages are addressed. */
export const instagramAccountId = '90000000000000001';

export async function createWorkspace(installation: Installation, providerUrl: string): Promise<Workspace> {
  const { url, database } = installation;
  const { id: tenantId } = await createTenant(database);
  const token = await tokenOf(await createKey(database, tenantId));
  const attribute = await createAttribute(database, tenantId);
  const steps = [
    { type: 'send_message', text: 'Hello {{name}}' },
    { type: 'call_webhook', url: `${providerUrl}/events` },
    { type: 'set_attribute', externalId: attribute.externalId, value: '{{name}}' },
  ];
  await createWebhook(database, tenantId, { url: `${providerUrl}/events` });
  for (const type of ['WHATSAPP_MESSAGE_RECEIVED', 'SMS_MESSAGE_RECEIVED', 'EMAIL_MESSAGE_RECEIVED'])
    await createLegacyWebhook(database, tenantId, { url: `${providerUrl}/events`, type });
  return {
    ...installation,
    call: createCall(url, token),
    token,
    tenantId,
    providerUrl,
    labelId: (await createLabel(database, tenantId)).id,
    attribute: attribute.externalId,
    template: await createMessageTemplate(database, tenantId, { body: 'Dear {{name}}' }),
    automation: await createAutomation(database, tenantId, { steps }),
    channels: await createChannels(installation, { tenantId, baseUrl: providerUrl }),
  };
}

async function createChannels(
  { database }: Installation,
  { tenantId, baseUrl }: { tenantId: string; baseUrl: string },
): Promise<Workspace['channels']> {
  const { meta, sms, email } = channelSecrets;
  return {
    // Text messages have no reply window.
    sandbox: await createChannel(database, tenantId, { type: 'sms' }),
    whatsapp: await createChannel(database, tenantId, {
      type: 'whatsapp',
      provider: 'whatsapp',
      settings: { phoneNumberId: '106540352242922', baseUrl },
      secrets: meta,
    }),
    instagram: await createChannel(database, tenantId, {
      type: 'instagram',
      provider: 'instagram',
      settings: { accountId: instagramAccountId, baseUrl },
      secrets: meta,
    }),
    sms: await createChannel(database, tenantId, {
      type: 'sms',
      provider: 'sms',
      settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+4930000000', baseUrl },
      secrets: sms,
    }),
    email: await createChannel(database, tenantId, {
      type: 'email',
      provider: 'email',
      settings: { host: '127.0.0.1', from: 'support@partner.example' },
      secrets: email,
    }),
  };
}
