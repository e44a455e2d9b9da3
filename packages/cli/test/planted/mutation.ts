import type { EditableDocument } from '../../../../spec/test/compare-edited.js';

/** A breaking change of the real contract, and the consumers of `test/consumers` that it breaks. */
export interface Mutation {
  readonly name: string;
  readonly version?: 'v2' | 'v3';
  readonly edit: (document: EditableDocument) => void;
  /** The consumers that use what breaks. */
  readonly hurts: readonly string[];
  /** The consumers that may use it: they pass a whole value on, or the operation of a value is unknown. */
  readonly perhaps?: readonly string[];
}

export function removeField(schema: string, field: string) {
  return ({ components }: EditableDocument): void => removeFrom(components.schemas[schema], field);
}

function removeFrom(schema: EditableDocument, field: string): void {
  const owner = [schema, ...(schema.allOf ?? [])].find(({ properties }) => properties?.[field]);
  delete owner.properties[field];
  owner.required = owner.required?.filter((name: string) => name !== field);
}

export function editField(schema: string, field: string, change: (value: EditableDocument) => void) {
  return ({ components }: EditableDocument): void => change(components.schemas[schema].properties[field]);
}

export function setField(schema: string, field: string, keywords: object) {
  return editField(schema, field, (value) => Object.assign(value, structuredClone(keywords)));
}

export function removeValue(values: string[], value: string): void {
  values.splice(values.indexOf(value), 1);
}

/** Gives the response of one operation its own copy of the schema of its data, without a field. */
export function removeOwnField(read: (document: EditableDocument) => EditableDocument, field: string) {
  return (document: EditableDocument): void => {
    const { data } = read(document).responses['200'].content['application/json'].schema.properties;
    const holder = data.items ?? data;
    const copy = structuredClone(document.components.schemas[holder.$ref.split('/').at(-1)]);
    removeFrom(copy, field);
    delete holder.$ref;
    Object.assign(holder, copy);
  };
}
