import { randomUUID } from 'node:crypto';
import type {
  ChannelConfiguration,
  ChannelType,
  InboundOptions,
  IngressRequest,
} from '../adapter/channel-adapter.js';
import type { HandleType, InboundItem } from '../adapter/inbound-item.js';
import { messageTypeOf } from '../payload/attachment-type.js';
import { parseJsonBody } from '../payload/parse-json-body.js';
import { arrivalOf } from '../payload/read-timestamp.js';
import { BodyReader } from './body-reader.js';
import { readAttachments } from './read-attachments.js';
import { readReaction } from './read-reaction.js';
import { readReply } from './read-reply.js';

/**
 * Parses `{ from, name?, text?, attachments?, externalId?, replyTo?, reply? }`, and `subject?` on an email channel. On a
 * channel with reactions, it also parses `{ from, reaction }`. The format is our own, so the error lists all validation
 * errors.
 */
export async function parseInbound(
  request: IngressRequest,
  channel: ChannelConfiguration,
  { readAddress = (_, text) => text }: InboundOptions = {},
): Promise<InboundItem[]> {
  const reader = new BodyReader(parseJsonBody(request.rawBody));
  if (hasReactions(channel) && !isAbsent(reader.body.reaction)) {
    const { handleType, expected } = HANDLES[channel.type];
    readFrom(reader, { expected, read: (text) => readAddress(handleType, text) });
    return [readReaction(reader, arrivalOf(request))];
  }
  const ofEmail = channel.type === 'email' ? ['subject'] : [];
  reader.allowOnly(['from', 'name', ...ofEmail, 'text', 'attachments', 'externalId', 'replyTo', 'reply']);
  const { handleType, expected } = HANDLES[channel.type];
  const value = readFrom(reader, { expected, read: (text) => readAddress(handleType, text) });
  const name = reader.optional('name', 255);
  const subject = reader.optional('subject', 255) ?? null;
  const reply = readReply(reader);
  const text = reader.optional('text', 100_000) ?? reply?.title ?? null;
  const externalId = reader.optional('externalId', 255) ?? `sandbox-${randomUUID()}`;
  const replyTo = reader.optional('replyTo', 255);
  const attachments = readAttachments(reader);
  if (['text', 'reply'].every((key) => isAbsent(reader.body[key])) && hasNone(reader.body.attachments)) {
    reader.addError('text', 'invalid_type', 'Required when there are no attachments');
  }
  reader.throwErrors();
  return [
    {
      kind: 'message',
      externalId,
      from: { handleType, value: value ?? '', ...(name === undefined ? {} : { name }) },
      type: messageTypeOf(attachments),
      text,
      attachments,
      timestamp: arrivalOf(request),
      echo: false,
      automated: false,
      subject,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(reply === undefined ? {} : { reply }),
    },
  ];
}

interface FromRule {
  readonly expected: string;
  readonly read: (text: string) => string | undefined;
}

function readFrom(reader: BodyReader, { expected, read }: FromRule): string | undefined {
  const from = reader.required('from', 320);
  const value = from === undefined ? undefined : read(from);
  if (from !== undefined && value === undefined)
    reader.addError('from', 'invalid_string', `Expected ${expected}`);
  return value;
}

function hasReactions({ type }: ChannelConfiguration): boolean {
  return type === 'whatsapp' || type === 'instagram';
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function hasNone(attachments: unknown): boolean {
  return isAbsent(attachments) || (Array.isArray(attachments) && attachments.length === 0);
}

interface HandleRule {
  readonly handleType: HandleType;
  readonly expected: string;
}

const PHONE: HandleRule = {
  handleType: 'phone_number',
  expected: 'a phone number in international form, such as +4930123456',
};

const HANDLES: Readonly<Record<ChannelType, HandleRule>> = {
  whatsapp: PHONE,
  sms: PHONE,
  email: { handleType: 'email', expected: 'an email address' },
  instagram: {
    handleType: 'instagram',
    expected: 'an Instagram id of letters, digits, dots and underscores',
  },
};
