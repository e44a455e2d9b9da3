import { UsageError } from '../command-error.js';
import type { Command, CommandLine } from './command.js';

type Action = (line: CommandLine) => Promise<string>;

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Runs the action that the first word names, with the words after it. */
export function chooseAction(actions: Readonly<Record<string, Action>>): Command['run'] {
  const known = new Map(Object.entries(actions));
  return async ({ words: [name = '', ...words], ...line }) => {
    const action = known.get(name);
    if (!action) throw new UsageError(`Name an action: ${alternatives.format(known.keys())}.`);
    return action({ ...line, words });
  };
}
