import { describe, expect, test } from '@jest/globals';
import { chooseAction } from '../src/cli/choose-action.js';
import type { CommandLine } from '../src/cli/command.js';

const run = chooseAction({
  create: async ({ words }) => `created ${words.join(' ')}`,
  list: async () => 'listed',
  revoke: async () => 'revoked',
});
const line = (...words: string[]): CommandLine => ({
  words,
  options: {},
  environment: {},
  print: () => {},
  report: () => {},
});

describe('a command with several actions', () => {
  test('runs the action that the first word names, with the words after it', async () => {
    expect(await run(line('create', 'acme', 'now'))).toBe('created acme now');
  });

  test.each([[[]], [['constructor']], [['destroy', 'acme']]])(
    '%j: the error lists the actions',
    async (words) => {
      await expect(run(line(...words))).rejects.toThrow(/^Name an action: create, list or revoke\.$/);
    },
  );
});
