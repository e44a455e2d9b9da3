import { nextNumber } from '@parley/testkit';
import type { PreparedWorld } from './prepare-world.js';

/** Returns the value of a field that its schema does not determine: an id of a record, or a text with a meaning. */
export function findKnownValue(world: PreparedWorld, names: readonly string[], current?: unknown): unknown {
  const values = known[names.slice(-2).join('.')] ?? known[names.at(-1) ?? ''];
  return values?.(world, current);
}

type Known = (world: PreparedWorld, current?: unknown) => unknown;

const known: Readonly<Record<string, Known>> = {
  assignedTeamId: () => `team-${nextNumber()}`,
  assignedUserId: () => `user-${nextNumber()}`,
  automationId: ({ automation }) => automation.id,
  channelId: ({ channel }) => channel.id,
  chatId: ({ chat }) => chat.id,
  contactId: ({ contact }) => contact.id,
  contactIds: ({ contact }) => [contact.id],
  emoji: (_world, current) => (current === '👍' ? '❤️' : '👍'),
  email: () => `person${nextNumber()}@customer.example`,
  'attributes.externalId': ({ attribute }) => attribute.externalId,
  'steps.externalId': ({ attribute }) => attribute.externalId,
  field: () => 'email',
  'conditions.field': () => 'contact.email',
  attributeId: ({ attribute }) => attribute.id,
  campaignId: ({ campaign }) => campaign.id,
  'then.externalId': ({ attribute }) => attribute.externalId,
  'else.externalId': ({ attribute }) => attribute.externalId,
  'saveTo.externalId': ({ attribute }) => attribute.externalId,
  'hours.from': () => '08:00',
  'quietHours.from': () => '21:00',
  'quietHours.to': () => `0${nextNumber() % 9}:30`,
  'hours.to': () => `1${nextNumber() % 9}:30`,
  pointer: () => `/order/${nextNumber()}`,
  timeZone: (_world, current) => (current === 'Europe/Berlin' ? 'Asia/Tokyo' : 'Europe/Berlin'),
  fileId: ({ file }) => file.id,
  from: () => '2026-01-01T00:00:00.000Z',
  'labels.id': ({ label }) => label.id,
  labelId: ({ label }) => label.id,
  language: (_world, current) => (current === 'pt-BR' ? 'nl' : 'pt-BR'),
  mediaFileId: ({ file }) => file.id,
  mediaUrl: publicUrl,
  messageId: ({ message }) => message.id,
  messageTemplateId: ({ messageTemplate }) => messageTemplate.id,
  phoneNumber: () => `+49151${20_000_000 + nextNumber()}`,
  recurrenceRules: () => [`FREQ=WEEKLY;COUNT=${2 + (nextNumber() % 50)}`],
  'scheduledAt.at': () => '2027-01-01T09:00:00',
  'schedule.rule': () => `FREQ=DAILY;BYHOUR=${nextNumber() % 24}`,
  scopes: ({ channel }) => [{ type: 'channel', ids: [channel.id] }],
  secrets: () => ({ accessToken: `token-${nextNumber()}`, appSecret: 'secret', verifyToken: 'verify' }),
  settings: () => ({ phoneNumberId: `106${nextNumber()}`, apiVersion: 'v23.0' }),
  skip: () => 1,
  times: (_world, current) => (current === 2 ? 3 : 2),
  'template.id': ({ messageTemplate }) => messageTemplate.id,
  query: () => `eq(firstName,"Ada ${nextNumber()}")`,
  segmentId: ({ segment }) => segment.id,
  teamId: ({ team }) => team.id,
  tenantId: ({ tenant }) => tenant.id,
  'attachments.url': publicUrl,
  'media.url': publicUrl,
  userId: ({ user }) => user.id,
  authorUserId: ({ user }) => user.id,
  mentionedUserIds: ({ user }) => [user.id],
  'users.id': ({ user }) => user.id,
  workflowId: ({ automation }) => automation.id,
};

function publicUrl({ file }: PreparedWorld): string {
  return `http://localhost:3000/files/${file.publicToken}`;
}
