import type { Direction } from '../../scripts/comparison/finding.js';
import type { EditableDocument } from '../compare-edited.js';
import { type Judged, type PlantedChange, plant } from './planted-change.js';
import { at, listSchemas, type SchemaSite, v3 } from './sites.js';

/** A change with a verdict for each direction in which it is planted. */
interface DirectedKind extends Readonly<Partial<Record<Direction, Judged>>> {
  readonly name: string;
}

interface SchemaKind extends DirectedKind {
  readonly where: (schema: EditableDocument, site: SchemaSite) => boolean;
  readonly prepare?: (schema: EditableDocument) => void;
  readonly edit: (schema: EditableDocument) => void;
}

/** Changes of single schemas, at schemas that are only sent or only received. */
export function plantInSchemas(kinds: readonly SchemaKind[]): PlantedChange[] {
  return listDirected(kinds).flatMap(({ direction, where, prepare, edit, ...kind }) =>
    plant({
      ...kind,
      sites: listSchemas(direction).filter((site) => where(site.schema, site)),
      ...(prepare && {
        prepare: (document: EditableDocument, { id }: SchemaSite) => prepare(at(document, id)),
      }),
      edit: (document: EditableDocument, { id }: SchemaSite) => edit(at(document, id)),
    }),
  );
}

interface PropertyKind extends DirectedKind {
  readonly isRequired?: boolean;
  /** Edits the schema that declares the property. */
  readonly edit: (owner: EditableDocument, property: string) => void;
}

/** Changes of properties, at the schema that declares them. */
export function plantInProperties(kinds: readonly PropertyKind[]): PlantedChange[] {
  return listDirected(kinds).flatMap(({ direction, isRequired, edit, ...kind }) =>
    plant({
      ...kind,
      sites: listSchemas(direction).filter(({ property, owner }) => {
        if (property === undefined || owner === undefined) return false;
        return isRequired === undefined || isRequired === isRequiredIn(owner, property);
      }),
      edit: (document: EditableDocument, { owner = '', property = '' }: SchemaSite) =>
        edit(at(document, owner), property),
    }),
  );
}

function listDirected<Kind extends DirectedKind>(kinds: readonly Kind[]) {
  return kinds.flatMap((kind) =>
    (['response', 'request'] as const).flatMap((direction) => {
      const judged = kind[direction];
      return judged ? [{ ...kind, direction, judged, name: `${direction}: ${kind.name}` }] : [];
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
