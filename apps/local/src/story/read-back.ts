import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../command-error.js';
import type { Asked } from './ask-contact.js';
import type { Deletion } from './delete-contact.js';
import type { Messages } from './prepare-messages.js';
import type { CampaignRun } from './run-campaign.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import type { Conversation } from './write-to-contact.js';

export type Made = Workspace & Messages & Conversation & Asked & Deletion & CampaignRun;

/** Reads each resource again by its id, and finds it by its search. */
export async function readBack(story: Story, made: Made): Promise<void> {
  await readEach(story, made);
  story.tell('read back', 'each resource by its id, as it was created');
  await findEach(story, made);
  story.tell('found', 'each resource by its search');
  await readFeed(story, made);
}

async function readEach({ parley }: Story, made: Made): Promise<void> {
  const { channel, contact, label, file, template, automation, webhook, chat, message, reply, campaign } =
    made;
  const { user, team, scheduled } = made;
  const same = compareWith(made);
  const { GET } = parley;
  const byId = <Name extends string>(name: Name, { id }: { id: string }) =>
    // TypeScript gives a computed key the type `string` instead of its literal type.
    ({ params: { path: { [name]: id } as Record<Name, string> } });
  same('channel', ['name', 'type'], await GET('/channels/{channelId}', byId('channelId', channel)));
  same('contact', ['phoneNumber'], await GET('/contacts/{contactId}', byId('contactId', contact)));
  same('label', ['name', 'color'], await GET('/labels/{labelId}', byId('labelId', label)));
  same('user', ['name', 'externalId'], await GET('/users/{userId}', byId('userId', user)));
  same('team', ['name', 'users'], await GET('/teams/{teamId}', byId('teamId', team)));
  same('file', ['name', 'size'], await GET('/files/{fileId}', byId('fileId', file)));
  const download = await GET('/files/{fileId}/download', byId('fileId', file));
  expectEqual('file', made.bytes, new Uint8Array(await download.arrayBuffer()));
  const ofTemplate = byId('messageTemplateId', template);
  same('template', ['body', 'mediaFileId'], await GET('/message_templates/{messageTemplateId}', ofTemplate));
  const ofAutomation = byId('automationId', automation);
  same('automation', ['name', 'activeVersionId'], await GET('/automations/{automationId}', ofAutomation));
  same('webhook', ['url', 'events'], await GET('/api_webhooks/{webhookId}', byId('webhookId', webhook)));
  const assignment = ['assignedUserId', 'assignedTeamId'] as const;
  same('chat', ['contactId', 'channelId', ...assignment], await GET('/chats/{chatId}', byId('chatId', chat)));
  const ofMessage = ['text', 'origin', 'messageTemplateId', 'replyTo'] as const;
  same('message', ofMessage, await GET('/messages/{messageId}', byId('messageId', message)));
  same('reply', ofMessage, await GET('/messages/{messageId}', byId('messageId', reply)));
  const ofQuestion = ['type', 'text', 'interactive'] as const;
  same('question', ofQuestion, await GET('/messages/{messageId}', byId('messageId', made.question)));
  const ofScheduled = ['text', 'status', 'scheduledAt', 'contactId'] as const;
  same('scheduled', ofScheduled, await GET('/messages/{messageId}', byId('messageId', scheduled)));
  const ofSegment = byId('segmentId', made.segment);
  same('segment', ['name', 'query'], await GET('/segments/{segmentId}', ofSegment));
  same('campaign', ['name', 'audience'], await GET('/campaigns/{campaignId}', byId('campaignId', campaign)));
}

async function findEach({ parley }: Story, made: Made): Promise<void> {
  const { channel, contact, label, file, template, automation, webhook, chat, message, campaign } = made;
  const { POST } = parley;
  const having = ({ id }: { id: string }) => ({ body: { query: `eq(id,"${id}")` } });
  const ofContact = { body: { query: `eq(contactId,"${contact.id}")` } };
  expectFound('channel', await POST('/channels/search', having(channel)));
  expectFound('contact', await POST('/contacts/search', having(contact)));
  expectFound('label', await POST('/labels/search', having(label)));
  expectFound('user', await POST('/users/search', having(made.user)));
  expectFound('team', await POST('/teams/search', having(made.team)));
  expectFound('segment', await POST('/segments/search', having(made.segment)));
  const ofUser = { body: { query: `eq(assignedUserId,"${made.user.id}")` } };
  expectFound('chat', await POST('/chats/search', ofUser));
  expectFound('file', await POST('/files/search', having(file)));
  expectFound('template', await POST('/message_templates/search', having(template)));
  expectFound('automation', await POST('/automations/search', having(automation)));
  const inAutomation = { params: { path: { automationId: automation.id } } };
  expectFound(
    'run',
    await POST('/automations/{automationId}/runs/search', { ...inAutomation, ...ofContact }),
  );
  expectFound('webhook', await POST('/api_webhooks/search', having(webhook)));
  expectFound('chat', await POST('/chats/search', having(chat)));
  const inChat = { params: { path: { chatId: chat.id } } };
  expectFound('note', await POST('/chats/{chatId}/notes/search', { ...inChat, ...having(made.note) }));
  expectFound('campaign', await POST('/campaigns/search', having(campaign)));
  const inCampaign = { params: { path: { campaignId: campaign.id } } };
  const recipients = await POST('/campaigns/{campaignId}/recipients/search', { ...inCampaign, ...ofContact });
  expectFound('recipient', recipients);
  const ofWebhook = { params: { path: { webhookId: webhook.id } } };
  expectFound('delivery', await POST('/api_webhooks/{webhookId}/deliveries/search', ofWebhook));
  expectFound('message', await POST('/chats/{chatId}/messages/search', { ...inChat, ...having(message) }));
  const { origin, text } = message;
  const words = `"${text}"`;
  const sent = { query: `and(eq(contactId,"${contact.id}"),eq(originType,${origin?.type}))`, search: words };
  const everywhere = await POST('/messages/search', { body: sent });
  expectFound(
    'message among those of all chats',
    everywhere.filter(({ id }) => id === message.id),
  );
}

/** Follows the feed from its beginning, and finds what happened to the contacts and the end of the campaign. */
async function readFeed(story: Story, { chat, contact, deleted, campaign }: Made): Promise<void> {
  const { parley, tell } = story;
  const types: string[] = [];
  let cursor: string | undefined;
  const body = { query: `eq(chatId,"${chat.id}")` };
  for await (const { data, pagination } of parley.search('/events/search', { body }).pages()) {
    types.push(...data.map(({ event }) => event));
    cursor = pagination.resumeCursor;
  }
  for (const expected of ['chat.created', 'chat.note_added'])
    expectFound(
      `event ${expected} of the chat`,
      types.filter((type) => type === expected),
    );
  const requireEvent = async (type: string, { id }: { id: string }) => {
    const query = `and(eq(event,${type}),eq(contactId,"${id}"))`;
    expectFound(`event ${type}`, await parley.POST('/events/search', { body: { query } }));
  };
  for (const type of ['contact.created', 'contact.merged']) await requireEvent(type, contact);
  for (const type of ['chat.deleted', 'contact.deleted']) await requireEvent(type, deleted);
  await awaitEnd(story, campaign.id);
  const later = await parley.POST('/events/search', { body: { ...body, ...(cursor && { cursor }) } });
  tell('feed', `${types.length} events of the chat, ${later.length} since then`);
}

/** Streams from the beginning of the feed until the end of the campaign comes. */
async function awaitEnd({ parley, streamEnds, timeoutMs, tell }: Story, campaignId: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const lastEventId = await findBeginning(parley);
  for await (const { data } of streamEnds({ lastEventId, signal })) {
    if (data.id !== campaignId) continue;
    tell('stream', 'the end of the campaign');
    return;
  }
  throw new CommandError(`The stream has not sent the end of the campaign after ${timeoutMs / 1_000} s.`);
}

/** Returns the cursor after the first event. */
async function findBeginning(parley: Story['parley']): Promise<string | undefined> {
  for await (const { pagination } of parley.search('/events/search', { body: { limit: 1 } }).pages())
    return pagination.resumeCursor;
  return undefined;
}

type Things = Omit<Made, 'bytes' | 'recipient'>;

function compareWith(made: Things) {
  return <Name extends keyof Things>(
    what: Name,
    keys: readonly (keyof Things[Name])[],
    found: Pick<Things[Name], keyof Things[Name]>,
  ): void => {
    for (const key of keys) expectEqual(what, made[what][key], found[key]);
  };
}

function expectEqual(what: string, made: unknown, found: unknown): void {
  if (isDeepStrictEqual(made, found)) return;
  throw new CommandError(
    `The ${what} was created with ${JSON.stringify(made)}, but read back with ${JSON.stringify(found)}.`,
  );
}

function expectFound(what: string, found: readonly unknown[]): void {
  if (found.length === 0) throw new CommandError(`The ${what} was not found by its search.`);
}
