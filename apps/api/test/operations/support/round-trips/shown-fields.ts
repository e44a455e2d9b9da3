import { asArray } from '@parley/validation';
import type { FieldCase } from './list-field-cases.js';
import type { PreparedWorld } from './prepare-world.js';

/** What a record shows of a field. */
interface Shown {
  readonly name: string;
  readonly value: unknown;
}

/** Returns the property that shows a field; it usually has the same name and value. */
export function shownAs(world: PreparedWorld, { path, name }: FieldCase, value: unknown): Shown {
  if (value === null) return { name, value };
  const rule = [...renamed].find(([suffix]) => path.endsWith(suffix));
  return rule?.[1](world, value) ?? { name, value };
}

type Rename = (world: PreparedWorld, value: unknown) => Shown;

const renamed: ReadonlyMap<string, Rename> = new Map<string, Rename>([
  ['mediaUrl', ({ file }) => ({ name: 'mediaFileId', value: file.id })],
  ['attachments[].url', ({ file }) => ({ name: 'fileId', value: file.id })],
  ['media.url', ({ file }) => ({ name: 'fileId', value: file.id })],
  // A reply shows the id of the message in an object of its own, with its text.
  ['replyTo.messageId', (_world, value) => ({ name: 'id', value })],
  ['replyTo', ({ message: { id, text } }) => ({ name: 'replyTo', value: { id, text } })],
  // The audience also shows that it has no segment or no query.
  [
    'audience',
    (_world, value) => ({ name: 'audience', value: { query: null, segmentId: null, ...Object(value) } }),
  ],
  ['template', () => ({ name: 'type', value: 'template' })],
  ['secrets', (_world, value) => ({ name: 'secretNames', value: Object.keys(Object(value)) })],
  ['contactIds', (_world, value) => ({ name: 'contactId', value: asArray(value)[0] })],
  // The list itself is shown as the contacts that it names.
  ['contacts', (_world, value) => ({ name: 'phoneNumber', value: Object(asArray(value)[0]).phoneNumber })],
]);

/** Where a record shows a field: below another one, and otherwise at the path of the request. */
export function placeOf(title: string, { path }: FieldCase, { name }: Shown): string {
  const place = path.replace(/\w+(?:\[\]<\w+>)?$/, name);
  return /^v3 (?:create|update)Automation (?:trigger|steps)\b/.test(title) ? `latestVersion.${place}` : place;
}

/** The fields that related records show, in which they are found by their name. */
export const foundByName: readonly RegExp[] = [
  // The contacts of a campaign are those of its recipients.
  /^(?:v3 (?:create|update)Campaign|v2 createBroadcast) (?:contacts\b|contactIds$)/,
  // A broadcast does not show its template; the campaign that it is does.
  /^v2 createBroadcast messageTemplateId$/,
  // The record is the contact.
  /^v3 upsertContacts contacts\[\]/,
  /^v3 addContactHandle type$/,
];

/** The fields that no response shows, with the place of their own tests. */
export const neverShown: ReadonlyMap<string, string> = new Map([
  ['v3 changeChatStatus triggerAutomations', 'starts automations; tested in v3/chats/status.test.ts'],
  ['v3 assignChat triggerAutomations', 'starts automations; tested in v3/chats/change-chat.ts'],
  ['v3 assignChat userId', 'shown as assignedUserId; tested in v3/chats/assign-by-strategy.ts'],
  ['v3 assignChat teamId', 'shown as assignedTeamId; tested in v3/chats/assign-by-strategy.ts'],
  ['v3 assignChat strategy', 'chooses a user; tested in v3/chats/assign-by-strategy.ts'],
  ['v3 sendMessage to', 'shown by the contact; tested in v3/messages/send-to-address.ts'],
  ['v3 sendMessage to.phoneNumber', 'shown by the contact; tested in v3/messages/send-to-address.ts'],
  ['v3 sendMessage to.email', 'shown by the contact; tested in v3/messages/send-to-address.ts'],
  ['v3 sendMessage to.instagram', 'shown by the contact; tested in v3/messages/send-to-address.ts'],
  ['v3 sendMessage template.variables', 'rendered when it is sent; tested in worker/test/messages'],
  [
    'v3 previewMessageTemplate contactId',
    'nothing is stored; tested in v3/campaigns/read-message-template.ts',
  ],
  [
    'v3 previewMessageTemplate variables',
    'nothing is stored; tested in v3/campaigns/read-message-template.ts',
  ],
  [
    'v3 submitMessageTemplate category',
    'a second submission is a conflict; tested in v3/campaigns/submit-message-template.ts',
  ],
  [
    'v3 submitMessageTemplate examples',
    'for the reviewers; tested in worker/test/templates/submit-template.test.ts',
  ],
  [
    'v3 submitMessageTemplate authentication',
    'for the provider; tested in worker/test/templates/submit-authentication.test.ts',
  ],
  [
    'v3 submitMessageTemplate authentication.addSecurityRecommendation',
    'for the provider; tested in worker/test/templates/submit-authentication.test.ts',
  ],
  [
    'v3 submitMessageTemplate authentication.codeExpirationMinutes',
    'for the provider; tested in worker/test/templates/submit-authentication.test.ts',
  ],
  ['v3 previewSegment query', 'nothing is stored; tested in v3/campaigns/segments.test.ts'],
  ['v3 previewSegment segmentId', 'nothing is stored; tested in v3/campaigns/segments.test.ts'],
  ['v3 previewSegment countUpTo', 'nothing is stored; tested in v3/campaigns/segments.test.ts'],
  ['v3 resendDeliveries status', 'selects deliveries; tested in v3/webhooks/deliveries.test.ts'],
]);
