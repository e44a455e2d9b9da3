import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

/** What an editor shows for these lines. */
const sample = `
import { createClient } from '../src/v3.js';
import { chatsOf } from '../src/resources.js';
const parley = createClient({ token: '', baseUrl: 'http://127.0.0.1' });
const chat = await parley.GET('/chats/{chatId}', { params: { path: { chatId: '' } } });
const { contact, status } = chat;
const found = await parley.search('/contacts/search').toArray({ limit: 1 });
const named = await chatsOf(parley).get('');
`;

describe('an editor', () => {
  const show = openEditor(sample);

  test('shows the name of the schema for a result, and not its fields', () => {
    expect(show('chat =').type).toBe('const chat: Chat');
    expect(show('named =').type).toBe('const named: Chat');
    expect(show('found =').type).toBe('const found: Contact[]');
  });

  test('shows the names of schemas for the fields of a result', () => {
    expect(show('contact,').type).toBe('const contact: Contact');
    expect(show('status }').type).toContain('status: ChatStatus');
  });

  test('shows the text of the contract for a named method', () => {
    expect(show("get('')").text).toContain('Get a chat');
  });
});

function openEditor(text: string): (at: string) => { type: string; text: string } {
  const file = fileURLToPath(new URL('./editor-sample.ts', import.meta.url));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      if (name === file) return ts.ScriptSnapshot.fromString(text);
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined;
    },
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions: ['@parley/source'],
      noEmit: true,
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: (name) => (name === file ? name : (ts.sys.realpath?.(name) ?? name)),
  });
  return (at) => {
    const info = service.getQuickInfoAtPosition(file, text.indexOf(at));
    return {
      type: ts.displayPartsToString(info?.displayParts),
      text: ts.displayPartsToString(info?.documentation),
    };
  };
}
