import { isObject, listOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { describeLocation } from '../describe-location.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import { quote, show } from './finding.js';
import type { Located } from './located.js';
import { isSame } from './read-core.js';

/** The keywords that inform a reader. Changing one breaks nobody. */
export const informing: ReadonlySet<string> = new Set([
  ...['description', 'summary', 'title', 'example', 'examples', 'externalDocs', 'deprecated', 'tags'],
  ...['license', 'contact', 'termsOfService'],
]);

/** The keys of our own that check-policy-changes and the comparison of values judge. */
const judged =
  /^x-(plan-feature|body-limit|idempotent|filter-fields|filter-only|sunset-at|extensible|extensible-enum|impossible-errors|tool)$/;

/** The maps whose keys are names and not keywords. */
const maps = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'paths',
  'webhooks',
  'responses',
  'headers',
  'content',
]);

/** Reports the texts, examples, tags and other notes that changed where both documents have the same node. */
export function compareTexts(base: ContractDocument, head: ContractDocument): Located[] {
  return walk(base, head, '#', false);
}

function walk(before: unknown, after: unknown, pointer: string, isMap: boolean): Located[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) =>
      walk(item, after[index], childPointer(pointer, String(index)), false),
    );
  if (!isObject(before) || !isObject(after)) return [];
  const keys = Object.keys(before).concat(Object.keys(after).filter((key) => !Object.hasOwn(before, key)));
  // Most texts are equal, and a pointer for each takes longer than the comparison.
  const unequal = keys.filter((key) => before[key] !== after[key]);
  return unequal.flatMap((key) => {
    const at = childPointer(pointer, key);
    const isNote = !isMap && (informing.has(key) || (key.startsWith('x-') && !judged.test(key)));
    if (isNote) return isSame(before[key], after[key]) ? [] : [reportNote(before, after, key, at)];
    return walk(before[key], after[key], at, !isMap && maps.has(key));
  });
}

function reportNote(before: JsonObject, after: JsonObject, key: string, pointer: string): Located {
  const [was, is] = [before[key], after[key]];
  return {
    rule: key === 'deprecated' && is === true ? 'deprecated' : 'note-changed',
    severity: 'other',
    sentence: key === 'tags' ? describeTags(listOf(was), listOf(is)) : describe(key, was, is),
    location: describeLocation(pointer),
    user: '',
  };
}

function describeTags(was: readonly unknown[], is: readonly unknown[]): string {
  const [before, after] = [was, is].map((tags) => tags.map((tag) => (isObject(tag) ? tag.name : tag)));
  const lost = (before ?? []).filter((tag) => !after?.includes(tag));
  const gained = (after ?? []).filter((tag) => !before?.includes(tag));
  const parts = [
    ...(lost.length > 0 ? [`Removed tags: ${quote(lost)}.`] : []),
    ...(gained.length > 0 ? [`Added tags: ${quote(gained)}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : 'The descriptions of tags changed.';
}

function describe(key: string, was: unknown, is: unknown): string {
  const isShort = [was, is].every((value) => show(value).length < 60);
  return isShort ? `\`${key}\` changed from ${show(was)} to ${show(is)}.` : `\`${key}\` was changed.`;
}
