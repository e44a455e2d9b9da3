import type { Direction } from '../../scripts/comparison/finding.js';
import type { EditableDocument } from '../compare-edited.js';
import { type PlantedChange, plant } from './planted-change.js';
import { at, listSchemas, type SchemaSite, v3 } from './sites.js';

type Edit = (schema: EditableDocument) => void;

interface SchemaKind {
  readonly name: string;
  readonly direction: Direction;
  readonly verdict: PlantedChange['verdict'];
  readonly count: number;
  readonly where: (schema: EditableDocument, site: SchemaSite) => boolean;
  readonly prepare?: Edit;
  readonly edit: Edit;
}

/** Changes of single schemas, at schemas that are only sent or only received. */
export function plantInSchemas(kinds: readonly SchemaKind[]): PlantedChange[] {
  return kinds.flatMap(({ name, direction, verdict, count, where, prepare, edit }) =>
    plant({
      name: `${direction}: ${name}`,
      verdict,
      count,
      sites: listSchemas(direction).filter((site) => where(site.schema, site)),
      ...(prepare && {
        prepare: (document: EditableDocument, { id }: SchemaSite) => prepare(at(document, id)),
      }),
      edit: (document: EditableDocument, { id }: SchemaSite) => edit(at(document, id)),
    }),
  );
}

interface PropertyKind {
  readonly name: string;
  readonly direction: Direction;
  readonly verdict: PlantedChange['verdict'];
  readonly count: number;
  readonly isRequired?: boolean;
  /** Edits the schema that declares the property. */
  readonly edit: (owner: EditableDocument, property: string) => void;
}

/** Changes of properties, at the schema that declares them. */
export function plantInProperties(kinds: readonly PropertyKind[]): PlantedChange[] {
  return kinds.flatMap(({ name, direction, verdict, count, isRequired, edit }) =>
    plant({
      name: `${direction}: ${name}`,
      verdict,
      count,
      sites: listSchemas(direction).filter(({ property, owner }) => {
        if (property === undefined || owner === undefined) return false;
        return isRequired === undefined || isRequired === isRequiredIn(owner, property);
      }),
      edit: (document: EditableDocument, { owner = '', property = '' }: SchemaSite) =>
        edit(at(document, owner), property),
    }),
  );
}

function isRequiredIn(owner: string, property: string): boolean {
  return (at(v3, owner).required ?? []).includes(property);
}

export const isText: SchemaKind['where'] = ({ type, enum: values, const: constant }) =>
  type === 'string' && values === undefined && constant === undefined;
export const isObjectSchema: SchemaKind['where'] = ({ type, properties }) =>
  type === 'object' && properties !== undefined;
export const isEnum: SchemaKind['where'] = ({ enum: values }) => Array.isArray(values) && values.length > 1;
export const isProperty: SchemaKind['where'] = (_, { property }) => property !== undefined;
