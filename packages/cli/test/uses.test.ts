import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
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

let folder: string;
let uses: UsesFile;

beforeAll(() => {
  const files = snippets.map(({ code }, index) => [`src/snippet-${index}.ts`, `${header}${code}\n`]);
  folder = makeProject({
    'src/parley.ts': `import { createClient } from '@parley/client';
export * from '@parley/client';
export const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });
`,
    ...Object.fromEntries(files),
  });
  uses = listUses({ config: join(folder, 'tsconfig.json'), consumer: 'acme' });
});
afterAll(() => rmSync(folder, { recursive: true }));

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
