import { omitTexts } from '../keep/mask-texts.js';
import { sourceOf } from './compare-values.js';
import type { Finding } from './finding.js';
import type { IsUnchanged } from './is-unchanged.js';
import type { Alternative } from './read-alternatives.js';
import { informing, isSame } from './read-core.js';

/** The keywords that other files compare. Every other keyword that does not only inform a reader is compared here. */
export const judged: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'format', 'pattern', 'multipleOf', 'contentEncoding', 'contentMediaType'],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains', 'uniqueItems'],
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'],
  ...[
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'dependentRequired',
  ],
  ...['items', '$defs', 'oneOf', 'anyOf', 'discriminator', 'default', 'readOnly', 'writeOnly'],
]);

/**
 * Tells whether another file compares a keyword. `unevaluatedProperties: false` closes an object, as
 * `additionalProperties: false` does; a schema there is not judged.
 */
function isJudged(keyword: string, content: unknown): boolean {
  return judged.has(keyword) || (keyword === 'unevaluatedProperties' && content === false);
}

/**
 * Reports changed keywords that no comparison understands, such as `not`. They may hide a break, so each counts as a
 * break.
 */
export function compareUnjudged(
  before: Alternative,
  after: Alternative,
  isUnchanged: IsUnchanged,
): Finding[] {
  const [was, is] = [readUnjudged(before), readUnjudged(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((keyword) => !isSameContent(was.get(keyword), is.get(keyword), isUnchanged))
    .map((keyword) => ({
      rule: 'schema-keyword-changed',
      severity: 'breaking',
      sentence: `\`${keyword}\` changed, and the gate cannot judge that keyword.`,
      path: ` > ${keyword}`,
      source: sourceOf(before),
    }));
}

/** Whether two values are equal except for their texts for people, and nothing that they refer to has changed. */
export function isSameContent(was: unknown, is: unknown, isUnchanged: IsUnchanged): boolean {
  return isSameWithoutTexts(was, is) && isUnchanged(was, was);
}

/** A text that is added or removed counts as little as another text. */
export function isSameWithoutTexts(was: unknown, is: unknown): boolean {
  return isSame(omitTexts(was), omitTexts(is));
}

function readUnjudged({ parts }: Alternative): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { value } of parts) {
    for (const [keyword, content] of Object.entries(value)) {
      if (isJudged(keyword, content) || informing.has(keyword) || keyword.startsWith('x-')) continue;
      found.set(keyword, [...(found.get(keyword) ?? []), content]);
    }
  }
  // All of them apply, in whichever order the parts are written.
  return new Map([...found].map(([keyword, contents]) => [keyword, sortByContent(contents)]));
}

function sortByContent(contents: readonly unknown[]): unknown[] {
  return contents
    .map((content) => [JSON.stringify(omitTexts(content)), content] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, content]) => content);
}
