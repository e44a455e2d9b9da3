import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAcceptedChanges } from '../scripts/accepted-changes.js';
import { specFolder } from '../scripts/redocly.js';

describe('accepted-changes.yaml', () => {
  it('reads a change as the report prints it', () => {
    const change = 'property-removed GET /chats/{chatId} > 200 > body.data.isSensitive';
    const what = 'Property `isSensitive` was removed.';
    const yaml = `- version: v3\n  change: ${change}\n  what: ${JSON.stringify(what)}\n  reason: Never filled.\n`;
    expect(parseAcceptedChanges(yaml)).toEqual([{ version: 'v3', change, what, reason: 'Never filled.' }]);
  });

  it.each([
    ['an entry without a reason', '- { version: v3, change: x, what: z }', 'entry 1: add version'],
    ['an entry without a change', '- { version: v3, change: x, reason: y }', 'change, what and reason'],
    ['an unknown version', '- { version: v4, change: x, what: z, reason: y }', 'entry 1: add version'],
    [
      'an unknown property',
      '- { version: v3, change: x, what: z, reason: y, why: w }',
      'remove the unknown why',
    ],
    ['a value that is not a list', 'v3: x', 'must contain a list'],
  ])('refuses %s', (_, yaml, message) => {
    expect(() => parseAcceptedChanges(yaml)).toThrow(message);
  });

  const entry = { version: 'v3', change: 'x', what: 'z', reason: 'y' };
  it.each<[string, unknown]>([
    ['no entry', []],
    ['a whole entry', [entry]],
    ['an entry of v2', [{ ...entry, version: 'v2' }]],
    ['an unknown version', [{ ...entry, version: 'v4' }]],
    ['an unknown property', [{ ...entry, why: 'w' }]],
    ['a value that is no object', ['x']],
    ['no list', entry],
    ['the reason that the gate prints', [{ ...entry, reason: ' why partners are not affected ' }]],
    ...Object.keys(entry).flatMap((name): [string, unknown][] => [
      [`no ${name}`, [{ ...entry, [name]: undefined }]],
      [`an empty ${name}`, [{ ...entry, [name]: ' ' }]],
      [`a number as ${name}`, [{ ...entry, [name]: 1 }]],
    ]),
  ])('with %s is judged by its schema for editors as by the gate', (_, value) => {
    const yaml = JSON.stringify(value);
    expect(isAccepted(yaml)).toBe(validate(JSON.parse(yaml)));
  });
});

const validate = new Ajv2020().compile(
  JSON.parse(readFileSync(join(specFolder, 'accepted-changes.schema.json'), 'utf8')),
);

function isAccepted(yaml: string): boolean {
  try {
    parseAcceptedChanges(yaml);
    return true;
  } catch {
    return false;
  }
}
