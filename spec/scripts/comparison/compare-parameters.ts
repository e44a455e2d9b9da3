import { listOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type ContractDocument, childPointer } from '../read-document.js';
import { compareContent } from './compare-content.js';
import type { Direction } from './finding.js';
import { follow } from './follow.js';
import { listSerializationChanges } from './list-serialization-changes.js';
import { compareSchemaPair, type Located, type Pair, type Subject } from './located.js';

interface Parameter {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The parameters of a path and of its operation, by their place and name. */
function readParameters(
  document: ContractDocument,
  holders: ReadonlyArray<{ readonly value: JsonObject; readonly pointer: string }>,
): Map<string, Parameter> {
  const found = holders.flatMap(({ value, pointer }) =>
    listOf(value.parameters).map((parameter, index) =>
      follow(document, parameter, childPointer(pointer, 'parameters', String(index))),
    ),
  );
  return new Map(found.map((parameter) => [nameParameter(parameter), parameter]));
}

/** A header has the same name in any case. */
export function nameParameter({ value: { in: place, name } }: Pick<Parameter, 'value'>): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}

export interface ParameterHolders {
  readonly before: ReadonlyArray<{ readonly value: JsonObject; readonly pointer: string }>;
  readonly after: ReadonlyArray<{ readonly value: JsonObject; readonly pointer: string }>;
}

/** Compares what is sent beside the body. For an event, the service sends it: a header is then part of a response. */
export function compareParameters(
  subject: Subject,
  holders: ParameterHolders,
  direction: Direction,
): Located[] {
  const was = readParameters(subject.base, holders.before);
  const is = readParameters(subject.head, holders.after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Located[] => {
    const [before, after] = [was.get(key), is.get(key)];
    const { in: place, name } = (before ?? after)?.value ?? {};
    const words: ParameterWords = {
      location: `${subject.location} > ${place} ${name}`,
      subject: `${capitalise(String(place))} parameter \`${name}\``,
      user: subject.user,
      direction,
      ...(before && { source: before.pointer }),
    };
    if (before === undefined) return reportAdded(words, after?.value.required === true);
    if (after === undefined) return [report(words, 'parameter-removed', 'breaking', 'was removed')];
    return [
      ...compareRequired(words, [before.value.required === true, after.value.required === true]),
      ...compareSerialization(words, [before.value, after.value]),
      ...compareParameterSchema(subject, [before, after], words),
    ];
  });
}

interface ParameterWords {
  readonly location: string;
  readonly subject: string;
  readonly user: string;
  readonly direction: Direction;
  /** The pointer of the parameter, which several operations can share; undefined if it is new. */
  readonly source?: string;
}

function report(words: ParameterWords, rule: string, severity: Located['severity'], what: string): Located {
  return {
    rule,
    severity,
    sentence: `${words.subject} ${what}.`,
    location: words.location,
    user: words.user,
    ...(words.source !== undefined && { source: words.source }),
  };
}

function reportAdded(words: ParameterWords, isRequired: boolean): Located[] {
  return isRequired && words.direction === 'request'
    ? [report(words, 'parameter-became-required', 'breaking', 'was added, and it is required')]
    : [report(words, 'parameter-added', 'addition', 'was added')];
}

function compareRequired(words: ParameterWords, [was, is]: readonly [boolean, boolean]): Located[] {
  if (was === is) return [];
  const isBreak = words.direction === 'request' ? is : was;
  const what =
    words.direction === 'request'
      ? is
        ? 'is now required'
        : 'is now optional'
      : is
        ? 'is now always sent'
        : 'is no longer always sent';
  return [
    report(
      words,
      is ? 'parameter-became-required' : 'parameter-became-optional',
      isBreak ? 'breaking' : 'addition',
      what,
    ),
  ];
}

function compareSerialization(
  words: ParameterWords,
  [was, is]: readonly [JsonObject, JsonObject],
): Located[] {
  return listSerializationChanges(was, is).map((keyword) => {
    // What was written before is still allowed.
    const isAllowed = words.direction === 'request' && keyword.startsWith('allow') && is[keyword] === true;
    return isAllowed
      ? report(
          words,
          'parameter-serialization-widened',
          'addition',
          `can be written in more ways (\`${keyword}\`)`,
        )
      : report(
          words,
          'parameter-serialization-changed',
          'breaking',
          `is written in another way (\`${keyword}\`)`,
        );
  });
}

function compareParameterSchema(
  subject: Subject,
  [before, after]: readonly [Parameter, Parameter],
  { direction, location }: ParameterWords,
): Located[] {
  const pair = (keyword: string): Pair => ({
    before: before.value[keyword],
    after: after.value[keyword],
    beforePointer: childPointer(before.pointer, keyword),
    afterPointer: childPointer(after.pointer, keyword),
  });
  // The comparison of the serialization reports that one replaced the other.
  if ('content' in before.value !== 'content' in after.value) return [];
  return [
    ...compareSchemaPair(subject, pair('schema'), { direction, location }),
    ...compareContent(subject, pair('content'), { direction, location }),
  ];
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
