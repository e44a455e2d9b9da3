import { createHmac } from 'node:crypto';
import { createChannel, createTenant } from '../fixtures/index.js';
import { openPoster, type RawRequest, type Reply } from './caller.js';
import type { Cluster, Stage } from './scenario.js';

const appSecret = 'a-secret-of-a-meta-app';
const phoneNumberId = '106540352242922';

export const whatsappChannel = {
  type: 'whatsapp',
  provider: 'whatsapp',
  settings: { phoneNumberId },
  secrets: { accessToken: 'token', appSecret, verifyToken: 'token' },
} as const;

interface WhatsappChannel {
  readonly id: string;
  /** Sends a request of the provider to the channel. */
  post(request: RawRequest): Promise<Reply>;
}

/** Creates a channel of a new tenant, as its provider sees it. */
export async function openWhatsapp(
  stage: Stage,
  { url, database }: Pick<Cluster, 'url' | 'database'>,
  limitOverrides: Readonly<Record<string, number>> = {},
): Promise<WhatsappChannel> {
  const { id: tenantId } = await createTenant(database, { limitOverrides });
  const { id } = await createChannel(database, tenantId, whatsappChannel);
  const post = openPoster(stage);
  return { id, post: (request) => post(`${url}/ingress/${id}`, request) };
}

/** Returns the signed request that Meta sends for messages or statuses. */
export function signedNotification(value: Readonly<Record<string, unknown>>): RawRequest {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  const entry = [{ id: '102290129340398', changes: [change] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  };
}

export function textOf(number: number): object {
  const id = `wamid.${number}`;
  const from = `1650555${String(number % 10_000).padStart(4, '0')}`;
  return { from, id, timestamp: '1763112000', type: 'text', text: { body: `Message ${number}` } };
}
