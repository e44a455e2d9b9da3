import type { Command } from './command.js';

/** Finds the command with the longest name that the words begin with. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { readonly command: Command | undefined; readonly rest: readonly string[] } {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const command = words.length >= count ? commands.find((each) => each.name === name) : undefined;
    if (command) return { command, rest: words.slice(count) };
  }
  return { command: undefined, rest: words };
}
