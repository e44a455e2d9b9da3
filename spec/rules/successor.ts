import { isObject, listOf } from './read-json.js';

/** The operation that replaces this one: its name, or an object with the differences; null if there is none. */
export type OperationSuccessor = string | null | DetailedSuccessor;

export interface DetailedSuccessor {
  readonly operationId: string;
  /** Further v3 calls that are needed where v2 needs only one call. */
  readonly followedBy?: readonly string[];
  /** The new location of path parameters that are no longer path parameters. */
  readonly parameters?: Readonly<Record<string, FieldSuccessor>>;
  /** The new location of parts of the response. */
  readonly response?: Readonly<Record<string, string>>;
  readonly note?: string;
}

/** The successors of the fields of a schema. Fields that are not listed keep their name. */
export interface SchemaSuccessor {
  readonly schema: string;
  readonly fields?: Readonly<Record<string, FieldSuccessor>>;
}

/** The new name, or an object with the new location, the new values, or the reason why the field is gone. */
export type FieldSuccessor = string | GoneField | MovedField;

export interface GoneField {
  /** Why no successor is needed. */
  readonly gone: string;
}

export interface MovedField {
  /** The new name; the default is the same name. */
  readonly to?: string;
  /** The new name of each value. A list means all of them in a request, and any of them in a response. */
  readonly values?: Readonly<Record<string, string | readonly string[]>>;
  /** A template of the new value, with `{value}` in place of the old one. */
  readonly as?: string;
  /** The names of key and value, where a list of pairs became an object. */
  readonly map?: { readonly key: string; readonly value: string };
  /** Further fields to set with it. */
  readonly with?: Readonly<Record<string, string>>;
  readonly note?: string;
}

/** Whether a value of `x-successor` has the right form for its location. */
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

/** Allows only the known keys, each with a value of its kind. */
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
