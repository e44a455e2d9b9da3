import type { Snippet } from './snippet.js';

const search = ['operations v3 searchChats', 'requestFields v3 searchChats body'];
const query = [...search, 'requestFields v3 searchChats body.query'];

/** What a project sends where the compiler cannot say what it is. */
export const lostSight: readonly Snippet[] = [
  {
    name: 'a search whose body a function builds',
    code: `declare function build(): { query?: string };
const body = build();
parley.search('/chats/search', { body });`,
    expected: [...query, 'filterFields v3 searchChats *'],
  },
  {
    name: 'a search whose body has an unknown spread',
    code: `declare const base: Record<string, unknown>;
parley.search('/chats/search', { body: { ...base } });`,
    expected: [
      ...search,
      'requestFields v3 searchChats body.*',
      'filterFields v3 searchChats *',
      'sortFields v3 searchChats *',
    ],
  },
  {
    name: 'a filter of which a function of the project builds a part',
    code: `import { and, eq, type FilterFor } from '@parley/client';
declare function byOwner(): FilterFor<'/chats/search'>;
parley.search('/chats/search', { body: { query: and(eq('status', 'open'), byOwner()) } });`,
    expected: [...query, 'filterFields v3 searchChats *', 'filterFields v3 searchChats status'],
  },
  {
    name: 'a filter from a list that grows',
    code: `import { and, eq, type FilterFor } from '@parley/client';
const parts: Array<FilterFor<'/chats/search'>> = [];
parts.push(eq('status', 'open'));
parley.search('/chats/search', { body: { query: and(...parts) } });`,
    expected: [...query, 'filterFields v3 searchChats *'],
  },
  {
    name: 'a filter that a function builds from itself',
    code: `import { eq, type FilterFor, or } from '@parley/client';
interface Node { readonly or?: readonly Node[] }
const build = (node: Node): FilterFor<'/chats/search'> => node.or ? or(...node.or.map(build)) : eq('status', 'open');
parley.search('/chats/search', { body: { query: build({}) } });
parley.search('/chats/search', { body: { query: or(...[{}].map(build)) } });`,
    expected: [...query, 'filterFields v3 searchChats *'],
  },
  {
    name: 'mapped types of the standard library',
    code: `interface Own { readonly firstName: string; readonly lastName: string }
declare const some: Partial<Own>;
declare const map: Record<string, string>;
await parley.POST('/contacts', { body: some });
await parley.PUT('/contacts/{contactId}', { params: { path: { contactId: '1' } }, body: map });`,
    expected: [
      'operations v3 createContact',
      'operations v3 updateContact',
      'requestFields v3 createContact body',
      'requestFields v3 createContact body.firstName',
      'requestFields v3 createContact body.lastName',
      'requestFields v3 updateContact body',
      'requestFields v3 updateContact body.*',
      'requestFields v3 updateContact path.contactId',
    ],
  },
  {
    name: 'a body that is changed after it was written',
    code: `declare const text: string;
const payload: api.MessageSend = { chatId };
if (text) payload.text = text;
await parley.POST('/messages/send', { body: payload });`,
    expected: [
      'operations v3 sendMessage',
      'requestFields v3 sendMessage body',
      'requestFields v3 sendMessage body.*',
      'requestFields v3 sendMessage body.chatId',
      'schemaFields v3 MessageSend.text',
      'schemas v3 MessageSend',
    ],
  },
  {
    name: 'texts that can be any value of an enumeration, in a field and in a list',
    code: `import { streamEvents } from '@parley/client/stream';
declare const service: api.ClientOptions;
declare const texts: string[];
declare const status: string;
// @ts-expect-error The project sends values that its client does not know.
await parley.POST('/chats/{chatId}/status', { params: { path: { chatId } }, body: { status } });
// @ts-expect-error The same for a list.
streamEvents(service, { events: texts });`,
    expected: [
      'operations v3 changeChatStatus',
      'operations v3 streamEvents',
      'requestFields v3 changeChatStatus body',
      'requestFields v3 changeChatStatus body.status',
      'requestFields v3 changeChatStatus body.status.*',
      'requestFields v3 changeChatStatus path.chatId',
      'requestFields v3 streamEvents query.events',
      'requestFields v3 streamEvents query.events.*',
    ],
  },
  {
    name: 'an unknown init',
    code: `// biome-ignore lint/suspicious/noExplicitAny: it is the case.
declare const init: any;
await parley.POST('/messages/send', init);`,
    expected: [
      'operations v3 sendMessage',
      'requestFields v3 sendMessage body.*',
      'requestFields v3 sendMessage path.*',
      'requestFields v3 sendMessage query.*',
    ],
  },
  {
    name: 'a call whose path is a parameter',
    code: `export function again<Path extends '/workspace'>(path: Path) { return parley.GET(path); }
export const name = (await again('/workspace')).name;`,
    expected: ['operations v3 *', 'responseFields v3 * data', 'schemaFields v3 Workspace.name'],
  },
  {
    name: 'branches of a union, each with its own fields',
    code: `await parley.POST('/automations', { body: { name: 'A', trigger: { type: 'message_received' }, steps: [
  { type: 'add_label', labelId: '1' },
  { type: 'wait', seconds: 60 },
] } });`,
    expected: [
      'enumValues v3 createAutomation body.steps[](add_label).type=add_label',
      'enumValues v3 createAutomation body.steps[](wait).type=wait',
      'enumValues v3 createAutomation body.trigger.type=message_received',
      'operations v3 createAutomation',
      'requestFields v3 createAutomation body',
      'requestFields v3 createAutomation body.name',
      'requestFields v3 createAutomation body.steps',
      'requestFields v3 createAutomation body.steps[]',
      'requestFields v3 createAutomation body.steps[](add_label).labelId',
      'requestFields v3 createAutomation body.steps[](add_label).type',
      'requestFields v3 createAutomation body.steps[](wait).seconds',
      'requestFields v3 createAutomation body.steps[](wait).type',
      'requestFields v3 createAutomation body.trigger',
      'requestFields v3 createAutomation body.trigger.type',
    ],
  },
  {
    name: 'steps inside steps, which have the path of the outermost steps',
    code: `declare const others: api.AutomationStepInput[];
await parley.POST('/automations', { body: { name: 'A', trigger: { type: 'message_received' }, steps: [
  { type: 'branch', conditions: [], then: [{ type: 'add_label', labelId: '1' }], else: others },
] } });`,
    expected: [
      'enumValues v3 createAutomation body.steps[](add_label).type=add_label',
      'enumValues v3 createAutomation body.steps[](branch).type=branch',
      'enumValues v3 createAutomation body.trigger.type=message_received',
      'operations v3 createAutomation',
      'requestFields v3 createAutomation body',
      'requestFields v3 createAutomation body.name',
      'requestFields v3 createAutomation body.steps',
      'requestFields v3 createAutomation body.steps[]',
      'requestFields v3 createAutomation body.steps[](add_label).labelId',
      'requestFields v3 createAutomation body.steps[](add_label).type',
      'requestFields v3 createAutomation body.steps[](branch).conditions',
      'requestFields v3 createAutomation body.steps[](branch).else',
      'requestFields v3 createAutomation body.steps[](branch).then',
      'requestFields v3 createAutomation body.steps[](branch).type',
      'requestFields v3 createAutomation body.steps[].*',
      'requestFields v3 createAutomation body.trigger',
      'requestFields v3 createAutomation body.trigger.type',
      'schemas v3 AutomationStepInput',
    ],
  },
];
