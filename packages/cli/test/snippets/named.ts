import type { Snippet } from './snippet.js';

const withNames = `import { withResources } from '@parley/client/resources';
const named = withResources(parley);
`;
const withStream = `import { type StreamOptions, streamEvents } from '@parley/client/stream';
declare const service: api.ClientOptions;
`;

/** Methods of resources, and the stream. */
export const named: readonly Snippet[] = [
  {
    name: 'named methods with an id, a body and options',
    code: `${withNames}const team = await named.teams.get('1', { timeoutMs: 1 });
await named.teams.update(team.id, { name: 'A' }, { idempotencyKey: '1' });
await named.attributes.create({ name: 'Age', type: 'number' });`,
    expected: [
      'enumValues v3 createAttribute body.type=number',
      'operations v3 createAttribute',
      'operations v3 getTeam',
      'operations v3 updateTeam',
      'requestFields v3 createAttribute body',
      'requestFields v3 createAttribute body.name',
      'requestFields v3 createAttribute body.type',
      'requestFields v3 getTeam path.teamId',
      'requestFields v3 updateTeam body',
      'requestFields v3 updateTeam body.name',
      'requestFields v3 updateTeam path.teamId',
      'responseFields v3 getTeam data',
      'responseFields v3 getTeam data.id',
    ],
  },
  {
    name: 'named searches with a filter, an order, and no body',
    code: `import { desc, eq } from '@parley/client';
${withNames}const [first] = await named.teams.search({ query: eq('name', 'A'), sortBy: desc('createdAt') }).toArray();
export const a = first?.externalId;
for await (const page of named.chats.searchNotes(chatId, undefined, { timeoutMs: 1 }).pages()) console.log(page.data.length);`,
    expected: [
      'filterFields v3 searchTeams name',
      'operations v3 searchChatNotes',
      'operations v3 searchTeams',
      'requestFields v3 searchChatNotes path.chatId',
      'requestFields v3 searchTeams body',
      'requestFields v3 searchTeams body.query',
      'requestFields v3 searchTeams body.sortBy',
      'responseFields v3 searchChatNotes data',
      'responseFields v3 searchTeams data',
      'responseFields v3 searchTeams data[].externalId',
      'sortFields v3 searchTeams createdAt',
    ],
  },
  {
    name: 'the methods of one resource, one in a variable, and the other calls of a client with names',
    code: `import { chatsOf } from '@parley/client/resources';
${withNames}const { markRead } = chatsOf(parley);
const read = await markRead(chatId);
export const a = [read.status, (await named.GET('/workspace')).name, (await named.raw.GET('/workspace')).ok];
named.search('/labels/search');`,
    expected: [
      'operations v3 getWorkspace',
      'operations v3 markChatRead',
      'operations v3 searchLabels',
      'requestFields v3 markChatRead path.chatId',
      'responseFields v3 getWorkspace data',
      'responseFields v3 getWorkspace data.name',
      'responseFields v3 markChatRead data',
      'responseFields v3 markChatRead data.status',
    ],
  },
  {
    name: 'named methods whose arguments are unknown, and one that is passed on',
    code: `${withNames}declare const given: [string, api.TeamUpdate];
declare const own: 'labels' | 'segments';
declare const retry: (call: (id: string) => Promise<unknown>) => void;
named.teams.update(...given);
named[own].delete('1');
retry(named.users.get);`,
    expected: [
      ...['deleteLabel', 'deleteSegment', 'getUser', 'updateTeam'].flatMap((operation) => [
        `operations v3 ${operation}`,
        ...['body.*', 'path.*', 'query.*'].map((path) => `requestFields v3 ${operation} ${path}`),
      ]),
      'responseFields v3 getUser data.*',
      'schemas v3 TeamUpdate',
    ],
  },
  {
    name: 'methods that are passed on in an object, to a class, as a function type, or as what a function returns',
    code: `${withNames}type Load = (id: string) => Promise<unknown>;
interface Loaders { readonly load: Load }
class Poller { constructor(readonly load: Load) {} }
declare function useDeps(deps: Loaders): void;
declare function wrap<One extends Load>(deps: { readonly load: One }): void;
const { get } = named.messageTemplates;
useDeps({ load: named.users.get });
wrap({ load: named.channels.get });
new Poller(named.teams.get);
const load: Load = named.labels.get;
export function choose(): Load { return named.segments.get; }
export const loaders: Record<string, Load> = { get };
export const poll = (first: Load = named.attributes.get) => [first, load];
export const file = named.files.get.call(undefined, '1');`,
    expected: [
      'getUser',
      'getChannel',
      'getTeam',
      'getLabel',
      'getSegment',
      'getMessageTemplate',
      'getAttribute',
      'getFile',
    ].flatMap((operation) => [
      `operations v3 ${operation}`,
      ...['body.*', 'path.*', 'query.*'].map((path) => `requestFields v3 ${operation} ${path}`),
      `responseFields v3 ${operation} data.*`,
    ]),
  },
  {
    name: 'an object with methods that is passed on as an interface of the project',
    code: `${withNames}interface Reader { get(id: string): Promise<unknown> }
declare function poll(reader: Reader): void;
class Repository { constructor(readonly all: { readonly teams: Reader }) {} }
poll(named.users);
new Repository(named);
export function keep(client: typeof named, labels: typeof named.labels) { return [client, labels]; }
keep(named, named.labels);`,
    expected: ['getUser', 'getTeam'].flatMap((operation) => [
      `operations v3 ${operation}`,
      ...['body.*', 'path.*', 'query.*'].map((path) => `requestFields v3 ${operation} ${path}`),
      `responseFields v3 ${operation} data.*`,
    ]),
  },
  {
    name: 'but not a method whose type stays known',
    code: `${withNames}const loaders = { user: named.users.get, team: (named.teams.get) };
const again: typeof named.labels.get = named.labels.get;
const either = chatId ? named.segments.get : undefined;
loaders.user('1');
again('1');
(named.teams.get)('1');`,
    expected: ['getUser userId', 'getLabel labelId', 'getTeam teamId'].flatMap((call) => {
      const [operation = '', id = ''] = call.split(' ');
      return [`operations v3 ${operation}`, `requestFields v3 ${operation} path.${id}`];
    }),
  },
  {
    name: 'a stream that names its events',
    code: `${withStream}for await (const event of streamEvents(service, { events: ['message.received', 'chat.updated'], lastEventId: '1' })) {
  if (event.event === 'chat.updated') console.log(event.data.unreadCount, event.cursor);
}`,
    expected: [
      'enumValues v3 streamEvents query.events[]=chat.updated',
      'enumValues v3 streamEvents query.events[]=message.received',
      'eventFields v3 * event',
      'eventFields v3 chat.updated data',
      'eventFields v3 chat.updated data.unreadCount',
      'eventTypes v3 chat.updated',
      'eventTypes v3 message.received',
      'operations v3 streamEvents',
      'requestFields v3 streamEvents query.events',
      'requestFields v3 streamEvents query.events[]',
    ],
  },
  {
    name: 'a stream whose events are in a constant',
    code: `${withStream}const events = ['chat.updated'] as const;
streamEvents(service, { events });`,
    expected: [
      'enumValues v3 streamEvents query.events[]=chat.updated',
      'eventTypes v3 chat.updated',
      'operations v3 streamEvents',
      'requestFields v3 streamEvents query.events',
      'requestFields v3 streamEvents query.events[]',
    ],
  },
  {
    name: 'a stream whose events are known by the type of a list, beside one that names its events',
    code: `${withStream}export function follow(events: ('chat.updated' | 'message.received')[]) { return streamEvents(service, { events }); }
declare const one: readonly ['campaign.failed'];
streamEvents(service, { events: ['contact.deleted', ...one] });`,
    expected: [
      ...['campaign.failed', 'chat.updated', 'contact.deleted', 'message.received'].flatMap((event) => [
        `enumValues v3 streamEvents query.events[]=${event}`,
        `eventTypes v3 ${event}`,
      ]),
      'operations v3 streamEvents',
      'requestFields v3 streamEvents query.events',
      'requestFields v3 streamEvents query.events[]',
    ],
  },
  {
    name: 'a stream of every event, and streams whose options are built elsewhere',
    code: `${withStream}declare const given: StreamOptions<'chat.updated'>;
declare const rest: [StreamOptions];
streamEvents(service);
streamEvents(service, given);
streamEvents(service, ...rest);`,
    expected: [
      'enumValues v3 streamEvents query.events[]=chat.updated',
      'eventTypes v3 chat.updated',
      'operations v3 streamEvents',
      'requestFields v3 streamEvents body.*',
      'requestFields v3 streamEvents path.*',
      'requestFields v3 streamEvents query.*',
      'requestFields v3 streamEvents query.events',
      'requestFields v3 streamEvents query.events[]',
    ],
  },
];
