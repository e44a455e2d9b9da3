import { comparePropertyNames } from './compare-property-names.js';
import { sourceOf } from './compare-values.js';
import type { Comparing } from './comparing.js';
import { below, type Finding } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import {
  declaresRest,
  findDeclaration,
  type Rest,
  readProperties,
  readRequired,
  readRest,
  readSchemaMap,
} from './read-objects.js';
import type { Part } from './read-parts.js';

/** Compares the properties of objects, and what objects may contain beside them. */
export function compareObjects(before: Alternative, after: Alternative, comparing: Comparing): Finding[] {
  if (!before.types.has('object') || !after.types.has('object')) return [];
  return [
    ...compareProperties(before, after, comparing),
    ...compareRest(before, after, comparing),
    ...comparePatterns(before, after, comparing),
    ...comparePropertyNames(before, after, comparing),
  ];
}

function compareProperties(before: Alternative, after: Alternative, comparing: Comparing): Finding[] {
  const [was, is] = [readProperties(before.parts), readProperties(after.parts)];
  const [wasRequired, isRequired] = [readRequired(before.parts), readRequired(after.parts)];
  // A new property of a map had the schema of all other properties.
  const rest = readRest(before.parts);
  // A property that only the service writes is not required in a request, and the reverse.
  const excluding = comparing.direction === 'request' ? 'readOnly' : 'writeOnly';
  const isPresent = (parts: readonly Part[] = []): boolean =>
    !parts.some(({ value }) => value[excluding] === true);
  const names = new Set([...was.keys(), ...wasRequired, ...is.keys(), ...isRequired]);
  return [...names].flatMap((name): Finding[] => {
    const [one, other] = [was.get(name), is.get(name)];
    const step = `.${name}`;
    if (one && !other) return [reportRemoved(before, name, comparing)];
    const needed = [
      wasRequired.has(name) && isPresent(one),
      isRequired.has(name) && isPresent(other),
    ] as const;
    const requirement = compareRequirement(name, needed, {
      isNew: one === undefined && other !== undefined,
      source: findDeclaration(one ? before.parts : after.parts, name).pointer,
      comparing,
    });
    const earlier = one ?? (isSchema(rest) ? rest : undefined);
    if (!earlier || !other) return requirement;
    return [...requirement, ...below(step, comparing.compare(earlier, other))];
  });
}

function reportRemoved({ parts }: Alternative, name: string, { direction }: Comparing): Finding {
  const { owner, pointer } = findDeclaration(parts, name);
  const of = owner === undefined ? '' : ` of \`${owner}\``;
  // An open request would still be accepted, but the property would be ignored.
  const rule = direction === 'request' ? 'request-property-removed' : 'property-removed';
  const sentence = `Property \`${name}\`${of} was removed.`;
  return { rule, severity: 'breaking', sentence, path: `.${name}`, source: pointer };
}

interface Requirement {
  readonly isNew: boolean;
  readonly source: string;
  readonly comparing: Comparing;
}

function compareRequirement(
  name: string,
  [was, is]: readonly [boolean, boolean],
  { isNew, source, comparing: { direction } }: Requirement,
): Finding[] {
  const report = (rule: string, severity: Finding['severity'], sentence: string): Finding[] => [
    { rule, severity, sentence, path: `.${name}`, source },
  ];
  if (isNew)
    return direction === 'request' && is
      ? report('required-property-added', 'breaking', `Property \`${name}\` was added, and it is required.`)
      : report('property-added', 'addition', `Property \`${name}\` was added.`);
  if (was === is) return [];
  if (is)
    return report(
      'property-became-required',
      direction === 'request' ? 'breaking' : 'addition',
      direction === 'request'
        ? `Property \`${name}\` is now required.`
        : `Property \`${name}\` is now always present.`,
    );
  return report(
    'property-became-optional',
    direction === 'request' ? 'addition' : 'breaking',
    direction === 'request'
      ? `Property \`${name}\` is no longer required.`
      : `Property \`${name}\` can now be missing.`,
  );
}

/** `additionalProperties`. */
function compareRest(before: Alternative, after: Alternative, { direction, compare }: Comparing): Finding[] {
  const [was, is] = [readRest(before.parts), readRest(after.parts)];
  if (isSchema(was) && isSchema(is)) return below('{}', compare(was, is));
  const isUndeclared = declaresRest(before.parts) && !declaresRest(after.parts) && !isSchema(is);
  if (was === is && !isUndeclared) return [];
  const isNarrower = is === 'nothing' || was === 'anything';
  // A reader ignores unknown properties, unless the contract declares them: it then reads the object as a map.
  const isBreak = isUndeclared || (direction === 'request' ? isNarrower : isSchema(was));
  const sentence =
    was === is
      ? 'Other properties are no longer declared, so typed clients refuse them.'
      : `Other properties: ${describeRest(was)} before, ${describeRest(is)} now.`;
  const severity = isBreak ? 'breaking' : direction === 'request' ? 'addition' : 'other';
  const source = sourceOf(before);
  return [
    { rule: 'additional-properties-changed', severity, sentence, path: ' > additionalProperties', source },
  ];
}

function isSchema(rest: Rest): rest is Exclude<Rest, string> {
  return typeof rest !== 'string';
}

function describeRest(rest: Rest): string {
  return rest === 'nothing' ? 'refused' : rest === 'anything' ? 'allowed' : 'values of a schema';
}

function comparePatterns(
  before: Alternative,
  after: Alternative,
  { direction, compare }: Comparing,
): Finding[] {
  const [was, is] = [before, after].map(({ parts }) => readSchemaMap(parts, 'patternProperties'));
  const rest = readRest(before.parts);
  const report = (pattern: string, severity: Finding['severity'], verb: string): Finding[] => [
    {
      rule: 'pattern-properties-changed',
      severity,
      sentence: `The schema of the properties that match \`${pattern}\` was ${verb}.`,
      path: `{${pattern}}`,
      source: sourceOf(before),
    },
  ];
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((pattern) => {
    const [one, other] = [was?.get(pattern), is?.get(pattern)];
    if (one && other) return below(`{${pattern}}`, compare(one, other));
    if (one) {
      const isWider = direction === 'request' && readRest(after.parts) === 'anything';
      return report(pattern, isWider ? 'addition' : 'breaking', 'removed');
    }
    // An open object accepted any value under such a name, and a map the values of its schema.
    const severity = direction === 'request' && rest === 'anything' ? 'breaking' : 'addition';
    const differences = isSchema(rest) && other ? below(`{${pattern}}`, compare(rest, other)) : [];
    return [...report(pattern, severity, 'added'), ...differences];
  });
}
