import { defineCommand, explain } from '../frame/define-command.js';
import { renderTable } from '../output/render-table.js';
import { openSession } from '../session/open-session.js';

export const send = defineCommand({
  name: 'send',
  summary: 'Sends a text message.',
  details: `Name a chat, a contact with a channel, or an address with a channel. A template, files or buttons are sent with
npx parley api POST /v3/messages/send.`,
  options: {
    text: { type: 'string', value: '<text>', summary: 'the text (required)' },
    chat: { type: 'string', value: '<id>', summary: 'chat to send to' },
    contact: { type: 'string', value: '<id>', summary: 'contact to send to, with --channel' },
    to: {
      type: 'string',
      value: '<address>',
      summary: 'phone number, email address or Instagram id to send to, with --channel',
    },
    channel: { type: 'string', value: '<id>', summary: 'channel of --contact or --to' },
    at: { type: 'string', value: '<time>', summary: 'when to send it, such as 2026-12-24T09:00:00Z' },
    'idempotency-key': {
      type: 'string',
      value: '<key>',
      summary: 'your own key, so that the message is sent once if you repeat the command',
    },
  },
  examples: [
    {
      does: 'replies in a chat',
      command: "npx parley send --chat 0193a1e0-5c00-7000-8000-000000000041 --text 'It arrives tomorrow.'",
    },
    {
      does: 'writes to a phone number',
      command:
        "npx parley send --channel 0193a1e0-5c00-7000-8000-000000000012 --to +4915123456789 --text 'Hello'",
    },
  ],
  async run({ values, url, output, env, streams }) {
    const { text, at: scheduledAt, 'idempotency-key': idempotencyKey } = values;
    if (text === undefined) throw explain('send', 'The message needs a --text.');
    const recipient = readRecipient(values);
    const { client } = await openSession({ url, env, streams });
    const message = await client.POST('/messages/send', {
      body: { ...recipient, text, ...(scheduledAt !== undefined && { scheduledAt }) },
      idempotencyKey,
    });
    const { id, chatId, status } = message;
    output.result(message, (style) =>
      renderTable(['Message', 'Chat', 'Status'], [[id, chatId, status]], style),
    );
    return 0;
  },
});

interface Recipient {
  readonly chat?: string | undefined;
  readonly contact?: string | undefined;
  readonly to?: string | undefined;
  readonly channel?: string | undefined;
}

function readRecipient({ chat, contact, to, channel }: Recipient) {
  const named = [chat, contact, to].filter((each) => each !== undefined);
  if (named.length !== 1) throw explain('send', 'Name one recipient: --chat, --contact or --to.');
  if (chat !== undefined) return { chatId: chat };
  if (channel === undefined) throw explain('send', 'A recipient other than a chat needs a --channel.');
  return contact === undefined
    ? { to: readAddress(to ?? ''), channelId: channel }
    : { contactId: contact, channelId: channel };
}

/** The kind of an address shows in its form; what is neither a mail address nor a number is the id of a person on Instagram. */
function readAddress(to: string) {
  if (to.includes('@')) return { email: to };
  return /^(?:\+|00)[\d\s()/.-]+$/.test(to) ? { phoneNumber: to } : { instagram: to };
}
