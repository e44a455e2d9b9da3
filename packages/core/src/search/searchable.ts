import type { HandleType } from '@parley/database';
import type { Resource } from '../resources/resource.js';

/** A resource that can be searched: what may be filtered and sorted on, and what the plain text search looks at. */
export interface Searchable<Entry> extends Resource<Entry> {
  readonly fields: Fields;
  readonly searchColumn: string | Place | EnumField;
  /** Triggers count the changes of the table (`search_revisions`), so that a total holds until the next one. */
  readonly hasRevisions?: boolean;
  /** Narrows the search to what belongs to one other record, which must exist. */
  readonly parent?: {
    readonly resource: Pick<Resource<unknown>, 'name' | 'table'>;
    readonly id: string;
    /** Where the searched table names it. */
    readonly column: string;
  };
}

/** By name. The key of a family ends in `.*`, and any name may stand in the place of the `*`. */
export type Fields = Readonly<Record<string, Field | FieldFamily>>;

/** Where a value is found. */
export interface Place {
  /** A column of the resource's table, or an expression over its row. */
  readonly column: string | ((row: string) => string);
  /**
   * Other rows that belong to the row, as they follow `from`, with a condition at the end; the column is then an
   * expression over those. A comparison holds when it holds for one of them, and none is a missing value. Such a
   * field cannot be sorted by.
   */
  readonly within?: (row: string) => string;
  /** Rows are not put in the order of this field, though each has one value. */
  readonly isFilterOnly?: boolean;
  /** A longer text of the row that the value is a part of, and that an index serves for finding parts. */
  readonly partOf?: (row: string) => string;
}

export type Field = PlainField | EnumField | DefinedField;

/** The column of a `number` holds whole numbers. */
interface PlainField extends Place {
  readonly kind: 'id' | 'timestamp' | 'date' | 'text' | 'number' | 'boolean';
  /** The values are addresses of these types, so what they are compared with is read as one. */
  readonly addressTypes?: readonly HandleType[];
}

interface EnumField extends Place {
  readonly kind: 'enum';
  /** The name of the type in PostgreSQL, and its values in their order. */
  readonly type: string;
  readonly values: readonly string[];
}

/** Fields that the tenant defines. Only the database knows which there are, and of which kind each of them is. */
export interface FieldFamily {
  readonly kind: 'attribute';
  /** Of the definition: `text`, `number`, `date` or `boolean`, null when there is none. */
  readonly kindOf: (definition: Definition) => string;
  /** The rows of its values, as they follow `from`, with a condition at the end. */
  readonly valuesOf: (row: string, definition: Definition) => string;
  /** A value as it is written. */
  readonly text: string;
  /** The value as a number, and whether it is one. */
  readonly number: { readonly value: string; readonly isOne: string };
  /** An index holds this much of a text; it is compared first. */
  readonly indexed: (text: string) => string;
  /** All that there are stand beside it, so that any other is unknown. */
  readonly isClosed?: boolean;
}

export type DefinedKind = 'text' | 'number' | 'date' | 'boolean';

/** The placeholders of the tenant and of the name that was asked for. */
export interface Definition {
  readonly tenant: string;
  readonly name: string;
}

/** One of a family, as it was asked for. */
export interface DefinedField {
  readonly kind: 'attribute';
  readonly family: FieldFamily;
  /** As written, and what stands in the place of the `*`. */
  readonly key: string;
  readonly name: string;
}

export type FieldKind = Field['kind'];
