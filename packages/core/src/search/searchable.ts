import type { Resource } from '../resources/resource.js';

/** A resource that can be searched: what may be filtered and sorted on, and what the plain text search looks at. */
export interface Searchable<Entry> extends Resource<Entry> {
  readonly fields: Readonly<Record<string, Field>>;
  readonly searchColumn: string;
  /** Narrows the search to what belongs to one other record, which must exist. */
  readonly parent?: {
    readonly resource: Pick<Resource<unknown>, 'name' | 'table'>;
    readonly id: string;
    /** Where the searched table names it. */
    readonly column: string;
  };
}

export type Field = PlainField | EnumField;

/** The column of a `number` holds whole numbers. */
interface PlainField {
  readonly kind: 'id' | 'timestamp' | 'text' | 'number' | 'boolean';
  readonly column: string;
}

interface EnumField {
  readonly kind: 'enum';
  readonly column: string;
  /** The name of the type in PostgreSQL, and its values. */
  readonly type: string;
  readonly values: readonly string[];
}

export type FieldKind = Field['kind'];
