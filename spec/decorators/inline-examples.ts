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
export const inlineExamples: Rule = () => ({
  Example: {
    leave(example: EditableNode, context: Context) {
      const file = context.location.source.absoluteRef;
      const report = (message: string) =>
        context.report({ message, location: context.location.child(['value']) });
      example.value = inline(example.value, { file, report });
    },
  },
});

interface Place {
  readonly file: string;
  report(message: string): void;
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

function readValue($ref: string, { file, report }: Place): unknown {
  const target = join(dirname(file), $ref);
  if (existsSync(target)) return inline(parse(readFileSync(target, 'utf8')), { file: target, report });
  report(`There is no example \`${$ref}\`. Create the file, or correct the \`$ref\`.`);
  return {};
}
