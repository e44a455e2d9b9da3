import { objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type Located, type Pair, pairAt, type Subject } from './located.js';
import { isSame } from './read-core.js';
import { readProperties } from './read-objects.js';
import { readParts } from './read-parts.js';

/** Compares how the fields of a form are encoded. More accepted media types are an addition; any other change breaks. */
export function compareEncoding(subject: Subject, media: Pair, location: string): Located[] {
  const { before, after } = pairAt(media, 'encoding');
  const schema = pairAt(media, 'schema');
  // Nobody sent a field that did not exist.
  const known = readProperties(readParts(subject.base, schema.before, schema.beforePointer));
  const [was, is] = [objectOf(before), objectOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !isSame(was[field], is[field]))
    .map((field) => ({
      rule: 'encoding-changed',
      severity:
        !known.has(field) || isWider(objectOf(was[field]), objectOf(is[field])) ? 'addition' : 'breaking',
      sentence: `The encoding of field \`${field}\` changed.`,
      location: `${location}.${field} > encoding`,
      user: subject.user,
    }));
}

function isWider(
  { contentType: was, ...before }: JsonObject,
  { contentType: is, ...after }: JsonObject,
): boolean {
  if (typeof was !== 'string' || typeof is !== 'string' || !isSame(before, after)) return false;
  const accepted = splitList(is);
  return splitList(was).every((type) =>
    [type, type.replace(/\/.*/, '/*'), '*/*'].some((one) => accepted.includes(one)),
  );
}

function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}
