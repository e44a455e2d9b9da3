import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { listUses } from '../src/uses/list-uses.js';
import { type Section, sections, type UsesFile } from '../src/uses/uses-file.js';
import { type Snippet, snippets } from './snippets/index.js';
import { makeProject } from './support/make-project.js';

// The compiler is slow on a busy machine.
jest.setTimeout(120_000);

const header = `import { parley } from './parley.js';
import type * as api from '@parley/client';
import type { EventOf, WebhookEvent } from '@parley/client/webhooks';
declare const unknownFunction: (value: unknown) => void;
declare const chatId: string;
const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId } } });
`;

/** The uses of `header`, which every snippet has. */
const everywhere = new Set([
  'operations v3 getChat',
  'requestFields v3 getChat path.chatId',
  'responseFields v3 getChat data',
]);

const sending = `import { parley } from './parley.js';
declare const given: { channelId: string; text: string | undefined };
declare const own: { firstName: string; lastName?: string };
const { channelId, text } = given;
await parley.POST('/messages/send', { body: { chatId: '1', text, ...(channelId && { channelId }) } }); // in a spread that depends on a condition, and with a value that can be undefined
await parley.POST('/contacts/upsert', { body: { contacts: [{ email: 'a', phoneNumber: '1' }, { email: 'b' }] } }); // in some elements of a list
await parley.POST('/contacts', { body: own }); // in a type of the project
`;

/** A project with the generated types of another API, and with a folder of its own that is called client. */
const others = {
  'src/client/src/generated/v3.ts': `export interface paths { '/chats': { get: operations['list'] } }
export interface operations { list: { responses: { 200: { content: { 'application/json': { id: string } } } } } }
export interface components { schemas: { Own: { id: string } } }
`,
  'src/client/src/other.ts': `import { parley } from '../../parley.js';
import type { components } from './generated/v3.js';
export interface Body { readonly firstName: string }
declare const body: Body;
declare const own: components['schemas']['Own'];
export const { id } = own;
await parley.POST('/contacts', { body });
`,
};

let uses: UsesFile;

beforeAll(() => {
  const files = snippets.map(({ code }, index) => [`src/snippet-${index}.ts`, `${header}${code}\n`]);
  const folder = makeProject({
    'src/parley.ts': `import { createClient } from '@parley/client';
export * from '@parley/client';
export const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
`,
    'src/sending.ts': sending,
    ...others,
    ...Object.fromEntries(files),
  });
  uses = listUses({ config: join(folder, 'tsconfig.json'), consumer: 'acme' });
});

describe('parley uses finds what a project uses', () => {
  it.each(snippets.map((snippet, index) => ({ ...snippet, index })))('$name', ({ index, expected }) => {
    expect(usesOf(`src/snippet-${index}.ts`)).toEqual([...expected].sort());
  });

  it('and names the line of each use', () => {
    const index = snippets.findIndex(({ name }: Snippet) => name === 'a property');
    expect(uses.responseFields['v3 getChat data.openUntil']).toContainEqual({
      file: `src/snippet-${index}.ts`,
      line: header.split('\n').length,
      schema: 'Chat.openUntil',
    });
  });
});

describe('the fields of a call that can be missing are marked', () => {
  it.each([
    [
      'in a spread that depends on a condition, and with a value that can be undefined',
      ['body', 'body.channelId?', 'body.chatId', 'body.text?'],
    ],
    [
      'in some elements of a list',
      ['body', 'body.contacts', 'body.contacts[]', 'body.contacts[].email', 'body.contacts[].phoneNumber?'],
    ],
    ['in a type of the project', ['body', 'body.firstName', 'body.lastName?']],
  ])('%s', (name, expected) => {
    const line = sending.split('\n').findIndex((text) => text.endsWith(`// ${name}`)) + 1;
    const sent = Object.values(uses.operations)
      .flat()
      .filter(({ file }) => file === 'src/sending.ts');
    expect(sent.find((use) => use.line === line)?.sends).toEqual(expected);
  });
});

describe('types that are not those of the client', () => {
  it('are not read as the contract, and a folder named client is not the client', () => {
    expect(usesOf('src/client/src/other.ts')).toEqual([
      'operations v3 createContact',
      'requestFields v3 createContact body',
      'requestFields v3 createContact body.firstName',
    ]);
  });
});

function usesOf(file: string): string[] {
  const keysOf = (section: Section): string[] =>
    Object.entries(uses[section])
      .filter(([, places]) => places.some((place) => place.file === file))
      .map(([key]) => `${section} ${key}`);
  return sections
    .flatMap(keysOf)
    .filter((use) => !everywhere.has(use))
    .sort();
}
