import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { extensionKeys } from '../rules/extension-keys.js';
import { specFolder } from '../scripts/redocly.js';

const schema = JSON.parse(readFileSync(join(specFolder, 'path-item.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const files = ['v3/paths', 'v3/webhooks', 'v2/paths', 'v2/webhooks'].flatMap((folder) =>
  readdirSync(join(specFolder, folder)).map((name) => `${folder}/${name}`),
);

function read(file: string) {
  return parse(readFileSync(join(specFolder, file), 'utf8'));
}

describe('the schema of path files, for editors', () => {
  it('accepts every file', () => {
    const refused = files.filter((file) => !validate(read(file)));
    expect(refused).toEqual([]);
  });

  it('has every key of our own that an operation can have', () => {
    const keys = [...extensionKeys].filter(([, { places }]) =>
      places.some((place) => place === 'Operation' || place === 'Webhook'),
    );
    const own = Object.keys(schema.$defs.operation.properties).filter((key) => key.startsWith('x-'));
    expect(new Set(own)).toEqual(new Set(keys.map(([key]) => key)));
  });

  it.each<[string, object]>([
    ['a misspelt key', { 'x-idempotant': true }],
    ['a value that a key cannot have', { 'x-plan-feature': 'chats' }],
    ['a tool with an unknown hint', { 'x-tool': { name: 'get_chat', hint: 'harmless' } }],
    ['a response without a description', { responses: { 200: {} } }],
    ['an example without a value', { requestBody: withExample({ summary: 'Nothing' }) }],
  ])('refuses %s', (_, change) => {
    const item = read('v3/paths/chats@{chatId}.yaml');
    expect(validate({ ...item, get: { ...item.get, ...change } })).toBe(false);
  });
});

function withExample(example: object) {
  return { description: 'A chat.', content: { 'application/json': { examples: { example } } } };
}
