import { isObject, listOf } from './read-json.js';

/** What replaces an operation: its name, or with it what is different; null when nothing does. */
export type OperationSuccessor = string | null | DetailedSuccessor;

export interface DetailedSuccessor {
  readonly operationId: string;
  /** Further calls, which v2 did by itself. */
  readonly followedBy?: readonly string[];
  /** Where path parameters went that are none any more. */
  readonly parameters?: Readonly<Record<string, FieldSuccessor>>;
  /** Where parts of the response went. */
  readonly response?: Readonly<Record<string, string>>;
  readonly note?: string;
}

/** What replaces a schema. Fields that are not listed have the same name there. */
export interface SchemaSuccessor {
  readonly schema: string;
  readonly fields?: Readonly<Record<string, FieldSuccessor>>;
}

/** The new name, or more: where it went, how its values are called, or that it is gone. */
export type FieldSuccessor = string | GoneField | MovedField;

export interface GoneField {
  /** Why nobody misses it. */
  readonly gone: string;
}

export interface MovedField {
  /** The same name, unless told. */
  readonly to?: string;
  /** How each value is called. A list: in a request all of them, in a response any of them. */
  readonly values?: Readonly<Record<string, string | readonly string[]>>;
  /** What to write there, with `{value}` in the place of the value. */
  readonly as?: string;
  /** A list of pairs that became an object. */
  readonly map?: { readonly key: string; readonly value: string };
  /** What else is to be set with it. */
  readonly with?: Readonly<Record<string, string>>;
  readonly note?: string;
}

/** Whether a value of `x-successor` has the form that its place asks for. */
export function isSuccessor(value: unknown): boolean {
  if (value === null || isOperationId(value)) return true;
  if (!isObject(value)) return false;
  return 'schema' in value ? isSchemaSuccessor(value) : isDetailedSuccessor(value);
}

function isDetailedSuccessor(value: object): boolean {
  return hasForm(value, {
    operationId: isOperationId,
    followedBy: (item) => listOf(item).length > 0 && listOf(item).every(isOperationId),
    parameters: isMapOf(isFieldSuccessor),
    response: isMapOf(isText),
    note: isText,
  });
}

function isSchemaSuccessor(value: object): boolean {
  return hasForm(value, { schema: isText, fields: isMapOf(isFieldSuccessor) });
}

function isFieldSuccessor(value: unknown): boolean {
  if (isText(value)) return true;
  if (!isObject(value)) return false;
  if ('gone' in value) return hasForm(value, { gone: isText });
  return hasForm(value, {
    to: isText,
    values: isMapOf((item) => isText(item) || (listOf(item).length > 0 && listOf(item).every(isText))),
    as: (item) => isText(item) && String(item).includes('{value}'),
    map: (item) => isObject(item) && hasForm(item, { key: isText, value: isText }),
    with: isMapOf(isText),
    note: isText,
  });
}

type Check = (value: unknown) => boolean;

/** No key but the known ones, each with a value of its kind. */
function hasForm(value: object, form: Readonly<Record<string, Check>>): boolean {
  const checks = new Map(Object.entries(form));
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, item]) => checks.get(key)?.(item) === true);
}

function isMapOf(check: Check): Check {
  return (value) => isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(check);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isOperationId(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][A-Za-z0-9]*$/.test(value);
}
