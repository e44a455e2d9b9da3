import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAcceptedChanges } from '../scripts/accepted-changes.js';
import { specFolder } from '../scripts/redocly.js';

const notes = [
  'todo',
  'TODO: write the reason',
  'tbd',
  'FIXME later on',
  'x',
  '-',
  'x - x',
  '. . .',
  'never filled',
];

describe('accepted-changes.yaml', () => {
  it('reads a change as the report prints it', () => {
    const change = 'property-removed GET /chats/{chatId} > 200 > body.data.isSensitive';
    const what = 'Property `isSensitive` was removed.';
    const yaml = `- version: v3\n  change: ${change}\n  what: ${JSON.stringify(what)}\n  reason: It was never filled.\n`;
    expect(parseAcceptedChanges(yaml)).toEqual([
      { version: 'v3', change, what, reason: 'It was never filled.' },
    ]);
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
    ...notes.map((reason): [string, string, string] => [
      `the reason "${reason}"`,
      `- { version: v3, change: x, what: z, reason: ${JSON.stringify(reason)} }`,
      `entry 1: "${reason}" is no reason`,
    ]),
  ])('refuses %s', (_, yaml, message) => {
    expect(() => parseAcceptedChanges(yaml)).toThrow(message);
  });

  const entry = { version: 'v3', change: 'x', what: 'z', reason: 'It was never filled.' };
  it.each<[string, unknown]>([
    ['no entry', []],
    ['a whole entry', [entry]],
    ['an entry of v2', [{ ...entry, version: 'v2' }]],
    ['an unknown version', [{ ...entry, version: 'v4' }]],
    ['an unknown property', [{ ...entry, why: 'w' }]],
    ['a value that is no object', ['x']],
    ['no list', entry],
    ['the reason that the gate prints', [{ ...entry, reason: ' why partners are not affected ' }]],
    ...notes.map((reason): [string, unknown] => [`the reason "${reason}"`, [{ ...entry, reason }]]),
    ['a reason that starts like a note', [{ ...entry, reason: 'Todos were never filled.' }]],
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
