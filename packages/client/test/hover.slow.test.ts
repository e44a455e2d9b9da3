import { fileURLToPath } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import { v3Document } from '@parley/contract/documents';
import { v3 } from '@parley/contract/operations';
import { findOperation, listCalls } from '../generator/read-document.js';
import { openEditor } from './support/open-editor.js';

// The language service is slow on a busy machine.
jest.setTimeout(120_000);

const head = `
import { createClient, eq } from '../src/v3.js';
import { chatsOf } from '../src/resources.js';
declare const init: never;
const parley = createClient({ token: '', baseUrl: 'http://127.0.0.1' });
`;

function open(lines: string) {
  const file = fileURLToPath(new URL('./editor-sample.ts', import.meta.url));
  return openEditor(file, head + lines, ['@parley/source']);
}

describe('an editor', () => {
  const editor = open(`
const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId: '' } } });
const { contact, status } = chat;
const found = await parley.search('/contacts/search').toArray({ limit: 1 });
const named = await chatsOf(parley).get('');
const filtered = await parley.POST('/chats/search', { body: { query: eq('status', 'open') } });
parley.DELETE('');
`);

  test('shows the name of the schema for a result, and not its fields', () => {
    expect(editor.show('chat =').type).toBe('const chat: Chat');
    expect(editor.show('named =').type).toBe('const named: Chat');
    expect(editor.show('found =').type).toBe('const found: Contact[]');
    expect(editor.show('filtered =').type).toBe('const filtered: Chat[]');
    expect(editor.show('GET(').type).toContain('=> Promise<Chat>');
  });

  test('shows the names of schemas for the fields of a result', () => {
    expect(editor.show('contact,').type).toBe('const contact: Contact');
    expect(editor.show('status }').type).toContain('status: ChatStatus');
  });

  test('shows the text of the contract for a named method', () => {
    expect(editor.show("get('')").text).toContain('Get a chat');
  });

  test('completes the paths of a method, and nothing else', () => {
    const paths = listCalls(v3, v3Document).filter(({ method }) => method === 'delete');
    expect(editor.complete("DELETE('").sort()).toEqual(paths.map(({ path }) => path).sort());
  });
});

describe('an editor shows the text of the contract for a call by method and path', () => {
  const calls = listCalls(v3, v3Document).map((call) => {
    const { summary, description } = findOperation(v3Document, call);
    return {
      path: call.path,
      method: call.method.toUpperCase(),
      isSearch: call.filterFields !== null,
      text: `${summary}.\n\n${description}`.trim().replaceAll('*/', '*\\/'),
    };
  });
  const lines = calls.flatMap(({ method, path, isSearch }, index) => [
    `parley./*call ${index}*/${method}('${path}', init);`,
    `parley.raw./*raw ${index}*/${method}('${path}', init);`,
    ...(isSearch ? [`parley./*search ${index}*/search('${path}', init);`] : []),
    ...(path.endsWith('/search') && !path.includes('{')
      ? [`parley./*bare ${index}*/search('${path}');`]
      : []),
  ]);
  const editor = open(lines.join('\n'));

  test.each(['call', 'raw', 'search', 'bare'])('of every operation: %s', (kind) => {
    const shown = calls.flatMap(({ path, text }, index) => {
      const mark = `/*${kind} ${index}*/`;
      return lines.some((line) => line.includes(mark)) ? [{ path, text, shown: showAfter(mark) }] : [];
    });
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.map((call) => [call.path, call.shown])).toEqual(shown.map((call) => [call.path, call.text]));
  });

  function showAfter(mark: string): string {
    const at = lines.find((line) => line.includes(mark))?.split(mark)[1] ?? '';
    return editor.show(`${mark}${at}`, mark.length).text;
  }
});

describe('the error of a wrong call names what is wrong, where it is, and leaves the type of the result', () => {
  const noOverload = 'No overload matches this call.\n  The last overload gave the following error.\n    ';

  const cases = [
    {
      name: 'a misspelt path',
      call: "GET('/chat/{chatId}', { params: { path: { chatId: '' } } })",
      at: "'/chat/{chatId}'",
      message: `${noOverload}Argument of type '"/chat/{chatId}"' is not assignable to parameter of type 'PathOf<V3, "get">'.`,
      type: expect.stringContaining(' | '),
    },
    {
      name: 'no parameters',
      call: "GET('/chats/{chatId}')",
      at: 'GET',
      message: 'Expected 2 arguments, but got 1.',
      type: 'const result1: Chat',
    },
    {
      name: 'a misspelt parameter',
      call: "GET('/chats/{chatId}', { params: { path: { chatIdd: '' } } })",
      at: 'chatIdd',
      message: `${noOverload}Object literal may only specify known properties, but 'chatIdd' does not exist in type '{ chatId: string; }'. Did you mean to write 'chatId'?`,
      type: 'const result2: Chat',
    },
    {
      name: 'a misspelt property of the body',
      call: "POST('/labels', { body: { nam: '' } })",
      at: 'nam',
      message: `${noOverload}Object literal may only specify known properties, but 'nam' does not exist in type 'LabelCreate'. Did you mean to write 'name'?`,
      type: 'const result3: Label',
    },
    {
      name: 'no body',
      call: "POST('/labels', {})",
      at: '{}',
      message: `${noOverload}Argument of type '{}' is not assignable to parameter of type 'Init<V3, "/labels", "post">'.\n      Property 'body' is missing in type '{}' but required in type '{ readonly body: LabelCreate; }'.`,
      type: 'const result4: Label',
    },
    {
      name: 'an unknown field of a filter',
      call: "POST('/chats/search', { body: { query: eq('statu', 'open') } })",
      at: "'statu'",
      message: expect.stringMatching(
        /^Argument of type '"statu"' is not assignable to parameter of type '.*"status" \| /,
      ),
      type: 'const result5: Chat[]',
    },
  ];
  const editor = open(
    cases.map(({ call }, index) => `const result${index} = await parley.${call};`).join('\n'),
  );

  test.each(cases.map((given, index) => ({ ...given, index })))('$name', ({ at, message, type, index }) => {
    expect(editor.listErrors()[index]).toEqual({ at, message });
    expect(editor.show(`result${index}`).type).toEqual(type);
  });

  test('there is one error for each', () => {
    expect(editor.listErrors()).toHaveLength(cases.length);
  });
});
