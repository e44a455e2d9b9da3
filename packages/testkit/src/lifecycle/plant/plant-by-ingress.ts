import { createHmac } from 'node:crypto';
import { post } from './call.js';
import type { Marker } from './marker.js';
import { channelSecrets, instagramAccountId, type ProviderName, type Workspace } from './workspace.js';

/** Plants the marker as every provider does, with media. */
export async function plantByIngress(workspace: Workspace, marker: Marker): Promise<void> {
  for (const provider of Object.keys(requests) as ProviderName[]) {
    const { id } = workspace.channels[provider];
    const path = `/ingress/${id}`;
    for (const { headers, body } of requests[provider](marker, { ...workspace, path })) {
      const { status, text } = await post(`${workspace.url}${path}`, { headers, body });
      if (status !== 200) throw new Error(`The ingress of ${provider} returned ${status}: ${text}`);
    }
  }
}

interface IngressRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Place = Pick<Workspace, 'token' | 'publicUrl' | 'providerUrl'> & { readonly path: string };

const requests: Readonly<Record<ProviderName, (marker: Marker, place: Place) => IngressRequest[]>> = {
  sandbox: ({ text, phoneNumber }, { token }) => [
    {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: phoneNumber,
        name: text,
        text: `I am ${text}`,
        externalId: `${text}-sandbox`,
      }),
    },
  ],
  whatsapp: ({ text, phoneNumber }) => {
    const from = phoneNumber.slice(1);
    const contacts = [{ profile: { name: text }, wa_id: from }];
    const facts = { from, timestamp: String(Math.floor(Date.now() / 1_000)) };
    const document = { id: `media-${text}`, mime_type: 'text/plain', filename: `${text}.txt`, caption: text };
    const reaction = { message_id: `wamid.${text}`, emoji: text };
    const messages = [
      { ...facts, id: `wamid.${text}`, type: 'text', text: { body: `I am ${text}` } },
      { ...facts, id: `wamid.${text}-media`, type: 'document', document },
      { ...facts, id: `wamid.${text}-reaction`, type: 'reaction', reaction },
    ];
    const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' };
    const value = { messaging_product: 'whatsapp', metadata, contacts, messages };
    const changes = [{ field: 'messages', value }];
    return [signByMeta({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] })];
  },
  instagram: ({ text, instagramId }) => {
    const attachments = [{ type: 'image', payload: { url: `https://media.example/${text}.png` } }];
    const parties = { sender: { id: instagramId }, recipient: { id: instagramAccountId } };
    const messaging = [
      { ...parties, timestamp: Date.now(), message: { mid: `${text}-instagram`, text: `I am ${text}` } },
      { ...parties, timestamp: Date.now(), message: { mid: `${text}-picture`, attachments } },
    ];
    return [
      signByMeta({ object: 'instagram', entry: [{ id: instagramAccountId, time: Date.now(), messaging }] }),
    ];
  },
  sms: ({ text, phoneNumber }, place) => {
    const form = {
      MessageSid: `MM${text}`,
      From: phoneNumber,
      To: '+4930000000',
      Body: `I am ${text}`,
      NumMedia: '1',
      MediaUrl0: `${place.providerUrl}/bytes/${text}`,
      MediaContentType0: 'text/plain',
    };
    return [signedByTwilio(form, place)];
  },
  email: ({ text, email }) => [
    {
      headers: { 'content-type': 'application/json', 'x-parley-secret': channelSecrets.email.ingressSecret },
      body: JSON.stringify({ raw: mailOf(text, email) }),
    },
  ],
};

export function signByMeta(
  notification: object,
  appSecret: string = channelSecrets.meta.appSecret,
): IngressRequest {
  const body = JSON.stringify(notification);
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  };
}

function signedByTwilio(form: Readonly<Record<string, string>>, { publicUrl, path }: Place): IngressRequest {
  const signed = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
    .join('');
  const signature = createHmac('sha1', channelSecrets.sms.authToken)
    .update(`${publicUrl}${path}${signed}`)
    .digest('base64');
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams(form).toString(),
  };
}

function mailOf(text: string, email: string): string {
  const mail = [
    `From: ${text} <${email}>`,
    'To: support@partner.example',
    `Subject: Order of ${text}`,
    `Message-ID: <${text}@person.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    `I am ${text}`,
    '--part',
    `Content-Type: text/plain; name="${text}.txt"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${text}.txt"`,
    '',
    Buffer.from(`The letter of ${text}`).toString('base64'),
    '--part--',
    '',
  ].join('\r\n');
  return Buffer.from(mail).toString('base64');
}
