import { isObject, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type Finding, show } from './finding.js';
import { expandChoices, readAlternatives } from './read-alternatives.js';
import { isSame, readTypes, readValues } from './read-core.js';
import { readProperties, readRequired } from './read-objects.js';
import { findKeyword, type Part } from './read-parts.js';

/** Generated clients choose the type of a value by its discriminator. */
export function compareDiscriminator(
  before: readonly Part[],
  after: readonly Part[],
  source: string,
): Finding[] {
  const [was, is] = [before, after].map((parts) => findKeyword(parts, 'discriminator'));
  if (isSame(was, is)) return [];
  const change = (severity: Finding['severity'], sentence: string): Finding[] => [
    { rule: 'discriminator-changed', severity, sentence, path: ' > discriminator', source },
  ];
  if (!isObject(was))
    return isObject(is)
      ? change(
          isImplied(after, is) ? 'other' : 'breaking',
          `The discriminator \`${is.propertyName}\` was added.`,
        )
      : [];
  if (!isObject(is)) return change('breaking', `The discriminator \`${was.propertyName}\` was removed.`);
  if (was.propertyName !== is.propertyName)
    return change(
      'breaking',
      `The discriminator changed from ${show(was.propertyName)} to ${show(is.propertyName)}.`,
    );
  const [mapped, now] = [readTargets(before, was), readTargets(after, is)];
  if (isSame(mapped, now)) return [];
  const moved = Object.keys(mapped).filter((value) => mapped[value] !== now[value]);
  return moved.length > 0
    ? moved.flatMap((value) =>
        change('breaking', `\`${value}\` stands for ${show(now[value])} instead of ${show(mapped[value])}.`),
      )
    : change('addition', 'The discriminator knows more values.');
}

/**
 * Compares the discriminators of the unions inside of a union: one that can be null is a choice of its schema. Each choice
 * that both sides have must keep the values that stand for it.
 */
export function compareInnerDiscriminators(
  before: readonly Part[],
  after: readonly Part[],
  source: string,
): Finding[] {
  if ([before, after].some((parts) => findKeyword(parts, 'discriminator') !== undefined)) return [];
  const [was, is] = [readInner(before), readInner(after)];
  return [...was].flatMap(([label, old]): Finding[] => {
    const now = is.get(label);
    if (now === undefined) return [];
    const report = (severity: Finding['severity'], sentence: string): Finding[] => [
      { rule: 'choice-keyword-changed', severity, sentence, path: `(${label}) > discriminator`, source },
    ];
    const isSubset = (some: Inner, others: Inner): boolean =>
      some.marks.every((mark) => others.marks.includes(mark));
    if (!isSubset(old, now))
      return report('breaking', `\`discriminator\` of the choice \`${label}\` changed.`);
    if (isSubset(now, old)) return [];
    return old.marks.length > 0
      ? report('addition', `The discriminator knows more values for the choice \`${label}\`.`)
      : report(now.isImplied ? 'other' : 'breaking', `A discriminator was added to the choice \`${label}\`.`);
  });
}

interface Inner {
  /** The name of the property, and the values of it that stand for the choice. */
  readonly marks: readonly string[];
  readonly isImplied: boolean;
}

/** The discriminators of the choices of a schema, by their labels. */
function readInner(parts: readonly Part[]): Map<string, Inner> {
  const found = new Map<string, Inner>();
  for (const { label, name, parts: own } of readAlternatives(parts).list) {
    const discriminator = findKeyword(own, 'discriminator');
    const earlier = found.get(label) ?? { marks: [], isImplied: true };
    const isHere = isObject(discriminator);
    found.set(label, {
      marks: [...earlier.marks, ...(isHere ? listMarks(discriminator, name) : [])],
      isImplied: earlier.isImplied && isHere && isImplied(own, discriminator),
    });
  }
  return found;
}

function listMarks({ propertyName, mapping }: JsonObject, name: string | undefined): string[] {
  const mapped = readMapping(mapping);
  const target = `#/components/schemas/${name}`;
  const listed = Object.keys(mapped).filter((value) => mapped[value] === target);
  const isByDefault = name !== undefined && listed.length === 0 && !(name in mapped);
  const values = isByDefault ? [name] : listed;
  return [String(propertyName), ...values.map((value) => `${propertyName}=${value}`)];
}

/** The component for each value: the mapping, and by default the name of a component stands for it. */
function readTargets(parts: readonly Part[], { mapping }: JsonObject): JsonObject {
  const mapped = readMapping(mapping);
  const names = expandChoices({ parts, name: undefined, choices: [] }).flatMap(({ name }) => name ?? []);
  const implied = names
    .map((name) => [name, `#/components/schemas/${name}`])
    .filter(([, target]) => !Object.values(mapped).includes(target));
  return { ...Object.fromEntries(implied), ...mapped };
}

/** A mapping to the name of a component is a mapping to its pointer. */
function readMapping(mapping: unknown): JsonObject {
  const targets = Object.entries(objectOf(mapping)).map(([value, target]) => {
    const isName = typeof target === 'string' && /^[\w-]+$/.test(target);
    return [value, isName ? `#/components/schemas/${target}` : target];
  });
  return Object.fromEntries(targets);
}

/**
 * Whether each branch already requires the property with the values that stand for it. Otherwise the new discriminator
 * refuses values that were valid, and changes the type of the property in generated clients.
 */
function isImplied(parts: readonly Part[], { propertyName, mapping }: JsonObject): boolean {
  const targets = readMapping(mapping);
  const branches = expandChoices({ parts, name: undefined, choices: [] });
  return branches
    .filter((branch) => readTypes(branch.parts).has('object'))
    .every((branch) => {
      const name = String(propertyName);
      const values = readValues(readProperties(branch.parts).get(name) ?? []) ?? [];
      const isMapped = values.every((value) => {
        const target = targets[String(value)] ?? `#/components/schemas/${value}`;
        return branch.parts.some(({ pointer }) => pointer === target);
      });
      return readRequired(branch.parts).has(name) && values.length > 0 && isMapped;
    });
}
