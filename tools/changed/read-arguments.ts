import { parseArgs } from 'node:util';

export interface Arguments {
  readonly help: boolean;
  readonly list: boolean;
  readonly since: string | undefined;
  /** The unchanged arguments for Jest. */
  readonly rest: readonly string[];
}

/** Separates our own arguments from the arguments of Jest. */
export function readArguments(args: readonly string[]): Arguments {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { since: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const { since, list = false, help = false } = values;
  if (since !== undefined && (typeof since !== 'string' || since.startsWith('-'))) {
    throw new Error('--since needs a commit, such as --since main.');
  }
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !own.has(token.name)) continue;
    taken.add(token.index);
    if (token.value !== undefined && !token.inlineValue) taken.add(token.index + 1);
  }
  return {
    help: help === true,
    list: list === true,
    since,
    rest: args.filter((_, index) => !taken.has(index)),
  };
}

const own = new Set(['since', 'list', 'help']);
