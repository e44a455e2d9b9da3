import { isObject } from './read-json.js';

/** What a tool does to the workspace; spec/README.md explains each value. */
export const toolHints = ['read-only', 'additive', 'outgoing', 'destructive'] as const;

export interface Tool {
  readonly name: string;
  readonly hint: (typeof toolHints)[number];
}

/** Hosts of tools accept letters, digits and `_` in a name, and at most 64 of them with their own prefix. */
const toolName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const longestName = 40;

export function isTool(value: unknown): value is Tool {
  if (!isObject(value)) return false;
  const { name, hint, ...rest } = value;
  return (
    typeof name === 'string' &&
    toolName.test(name) &&
    name.length <= longestName &&
    toolHints.some((known) => known === hint) &&
    Object.keys(rest).length === 0
  );
}
