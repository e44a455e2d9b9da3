import { isObject, listOf } from '../../rules/read-json.js';
import { childPointer } from '../read-document.js';
import { describeTypes, type JsonType, readTypes, readValues } from './read-core.js';
import { readProperties, readRequired } from './read-objects.js';
import { type Part, readName, readParts } from './read-parts.js';

/** One kind of value that a schema allows, apart from null: a branch of its `oneOf` or `anyOf`, or one of its types. */
export interface Alternative {
  readonly parts: readonly Part[];
  readonly types: ReadonlySet<JsonType>;
  readonly values: readonly unknown[] | undefined;
  /** What tells it apart for a reader: the value of its discriminating property, its component, or its type. */
  readonly label: string;
  /** The component of the branch. */
  readonly name: string | undefined;
  /** Whether a reader tells it apart by its properties, rather than by its JSON type. */
  readonly isNamed: boolean;
  /** The choices that lead to it, from the outermost one. */
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly keyword: 'oneOf' | 'anyOf';
  /** The pointer of the branch. */
  readonly branch: string;
}

export interface Alternatives {
  readonly list: readonly Alternative[];
  readonly allowsNull: boolean;
}

/** `oneOf: [T, null]`, `anyOf: [T, null]` and `type: [T, 'null']` all give the alternative T, with null allowed. */
export function readAlternatives(parts: readonly Part[]): Alternatives {
  const branches = expandChoices({ parts, name: undefined, choices: [] });
  return {
    list: branches.flatMap(splitByType),
    allowsNull: branches.some(allowsNull),
  };
}

interface Branch {
  readonly parts: readonly Part[];
  readonly name: string | undefined;
  readonly choices: readonly Choice[];
}

/** Returns each branch of the choices of a schema, together with the parts that all branches have in common. */
export function expandChoices({ parts, name, choices }: Branch): Branch[] {
  const index = parts.findIndex(({ value }) => isChoice(value.oneOf) || isChoice(value.anyOf));
  const choice = parts[index];
  if (choice === undefined) return [{ parts, name, choices }];
  const keyword = isChoice(choice.value.oneOf) ? 'oneOf' : 'anyOf';
  const { [keyword]: branches, ...own } = choice.value;
  const common = parts.with(index, { ...choice, value: own });
  return listOf(branches).flatMap((branch, position) => {
    const pointer = childPointer(choice.pointer, keyword, String(position));
    const added = readParts(choice.document, branch, pointer);
    return expandChoices({
      parts: [...common, ...added],
      name: readName(added) ?? name,
      choices: [...choices, { keyword, branch: pointer }],
    });
  });
}

function isChoice(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function allowsNull({ parts }: Branch): boolean {
  return readTypes(parts).has('null') && (readValues(parts)?.includes(null) ?? true);
}

function splitByType({ parts, name, choices }: Branch): Alternative[] {
  const types = readTypes(parts);
  const values = readValues(parts)?.filter((value) => value !== null && types.has(typeOf(value)));
  if (values?.length === 0) return [];
  return groupTypes(types, values).map((group) => {
    const listed = values?.filter((value) => group.has(typeOf(value)));
    // A list of both booleans allows every boolean.
    const own = listed?.includes(true) && listed.includes(false) ? undefined : listed;
    const mark = findMark(parts) ?? name;
    const label = mark ?? describeTypes(group);
    return {
      parts,
      types: group,
      values: own,
      label,
      name,
      isNamed: mark !== undefined && group.has('object'),
      choices,
    };
  });
}

/** A schema without `type` is one alternative; otherwise each type is one, and integers belong to the numbers. */
function groupTypes(
  types: ReadonlySet<JsonType>,
  values: readonly unknown[] | undefined,
): Array<Set<JsonType>> {
  const used = values ? new Set(values.map(typeOf)) : types;
  const kept = [...types].filter((type) => type !== 'null' && used.has(type));
  if (values === undefined && kept.length === 6) return [new Set(kept)];
  const isNumber = (type: JsonType): boolean => type === 'integer' || type === 'fraction';
  const numbers = kept.filter(isNumber);
  const others = kept.filter((type) => !isNumber(type)).map((type) => new Set([type]));
  return numbers.length > 0 ? [...others, new Set(numbers)] : others;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return isObject(value) ? 'object' : typeof value === 'boolean' ? 'boolean' : 'string';
}

/** The value of the required property that tells the branch apart: the discriminator, `type`, or any constant. */
function findMark(parts: readonly Part[]): string | undefined {
  const required = readRequired(parts);
  const constants = new Map(
    [...readProperties(parts)].flatMap(([property, schemas]) => {
      const values = required.has(property) ? readValues(schemas) : undefined;
      return values?.length === 1 ? [[property, String(values[0])]] : [];
    }),
  );
  const discriminator = parts.flatMap(({ value }) =>
    isObject(value.discriminator) ? [String(value.discriminator.propertyName)] : [],
  );
  const [property] = [...discriminator, 'type', ...constants.keys()].filter((key) => constants.has(key));
  return property === undefined ? undefined : constants.get(property);
}
