import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { isObject } from '../rules/read-json.js';
import type { Context, Rule } from '../rules/redocly-plugin.js';
import type { EditableNode } from './decorate-operations.js';

/**
 * Replaces each `$ref` in the value of an example by the content of its file, so that a resource has the same values
 * everywhere. Keys next to the `$ref` override those of the file, or are added after them.
 */
export const inlineExamples: Rule = () => {
  const read = rememberFiles();
  return {
    Example: {
      leave(example: EditableNode, context: Context) {
        const file = context.location.source.absoluteRef;
        const report = (message: string) =>
          context.report({ message, location: context.location.child(['value']) });
        example.value = inline(example.value, { file, read, report });
      },
    },
  };
};

interface Place {
  readonly file: string;
  /** Returns the content of a file; undefined if there is no such file. */
  read(file: string): unknown;
  report(message: string): void;
}

/** Most files are referred to many times, and parsing them took longer than the rest of this decorator. */
function rememberFiles(): Place['read'] {
  const contents = new Map<string, unknown>();
  return (file) => {
    if (!contents.has(file))
      contents.set(file, existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined);
    return contents.get(file);
  };
}

function inline(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, place));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const own = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, inline(item, place)]));
  if (typeof $ref !== 'string') return own;
  const base = readValue($ref, place);
  return isObject(base) ? { ...base, ...own } : base;
}

function readValue($ref: string, { file, read, report }: Place): unknown {
  const target = join(dirname(file), $ref);
  const content = read(target);
  if (content !== undefined) return inline(content, { file: target, read, report });
  report(`There is no example \`${$ref}\`. Create the file, or correct the \`$ref\`.`);
  return {};
}
