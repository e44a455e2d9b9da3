import { describe, expect, it } from '@jest/globals';
import { readHistory } from '../scripts/keep-history.js';
import { readReleased } from '../scripts/released.js';
import { checkHistory } from '../scripts/released-operations.js';
import { versions } from '../scripts/versions.js';

const operation = (location: string) => ({ location, operationId: location, tag: '', summary: '' });
const release = (current: string, added: readonly string[], removed: readonly string[] = []) => ({
  current,
  changes: [],
  added: added.map(operation),
  removed,
});
const documentOf = (...paths: string[]) => ({
  info: { title: 'Small', version: '3.1.0' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path } }])),
});

describe('the history of releases', () => {
  it.each(versions)('leads to the operations of the released document: %s', async (version) => {
    const released = await readReleased(version);
    if (!released) throw new Error(`${version} was never released.`);
    const history = (await readHistory()).filter((one) => one.version === version);
    expect(history.at(-1)?.released).toBeNull();
    expect(() => checkHistory(history, released)).not.toThrow();
  });

  it('follows an operation that is removed and added again, and a renamed path parameter', () => {
    const history = [
      release('3.2.0', ['GET /chats/{id}']),
      release('3.1.0', [], ['GET /chats/{chatId}']),
      release('3.0.0', ['GET /chats/{chatId}']),
    ];
    expect(() => checkHistory(history, documentOf('/chats/{key}'))).not.toThrow();
  });

  it.each([
    [
      'an operation twice',
      [release('3.1.0', ['GET /a']), release('3.0.0', ['GET /a'])],
      '3.1.0 adds GET /a a second',
    ],
    [
      'the removal of an unknown operation',
      [release('3.0.0', [], ['GET /b'])],
      '3.0.0 removes GET /b, which no',
    ],
    ['a lost operation', [release('3.0.0', ['GET /b'])], 'No release adds GET /a.'],
    ['an operation that is gone', [release('3.0.0', ['GET /a', 'GET /b'])], 'No release removes GET /b.'],
    [
      'an empty release',
      [release('3.1.0', []), release('3.0.0', ['GET /a'])],
      'Release 3.1.0 changes nothing.',
    ],
  ])('cannot have %s', (_, history, message) => {
    expect(() => checkHistory(history, documentOf('/a'))).toThrow(message);
  });
});
