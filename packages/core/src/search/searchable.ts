import type { HandleType, Statement } from '@parley/database';
import type { RecordSource, Resource } from '../resources/resource.js';

/** Records that can be searched: their fields for filter and sort, and the column of the text search. */
export interface Searchable<Entry> extends Omit<RecordSource<Entry>, 'name'> {
  readonly fields: Fields;
  readonly searchColumn: string | ValueLocation | EnumField;
  /**
   * Database triggers count the changes of the table (`search_revisions`), so that a total is valid until the next
   * change.
   */
  readonly hasRevisions?: boolean;
  /** Columns that change often. Another table has an indexed copy of them. */
  readonly states?: States;
  /** Restricts the search to the rows of one parent record, which must exist. */
  readonly parent?: {
    readonly resource: Pick<Resource<unknown>, 'name' | 'table' | 'isVisible'>;
    readonly id: string;
    /** The column of the searched table that refers to the parent. */
    readonly column: string;
  };
}

/** A table with one row for each row of the searched table, and a copy of some of its columns. */
export interface States {
  readonly table: string;
  /** The column with the id of the searched row. */
  readonly key: string;
  readonly columns: readonly string[];
  /** All other columns that a search or the record reads, except the tenant and the id. */
  readonly otherColumns: readonly string[];
}

/** The records of a resource, each of which can also be looked up by its id. */
export interface SearchableResource<Entry> extends Searchable<Entry>, Resource<Entry> {}

/** Fields by name. The key of a family ends in `.*`, where `*` stands for any name. */
export type Fields = Readonly<Record<string, Field | FieldFamily>>;

/** Where a value is found. */
export interface ValueLocation {
  /** A column of the resource's table, or an expression over its row. */
  readonly column: string | ((row: string) => string);
  /**
   * Other rows that belong to the row, as text after `from` that ends with a condition; the column is then an
   * expression over those rows. A comparison is true when it is true for one of them, and no rows mean a missing value.
   * Such a field cannot be sorted by.
   */
  readonly within?: (row: string) => string;
  /** Returns the column of the row itself that holds one of the values, or none, and that is the most likely to have a part. */
  readonly copyWith?: (part: string) => string;
  /** Finds the values of all rows, for a field that has each value at most once in a row. */
  readonly owned?: OwnedIndex;
  /** Finds the rows with few values on one side of a bound. */
  readonly bounds?: BoundIndex;
  /** The field cannot be sorted by, although each row has one value. */
  readonly isFilterOnly?: boolean;
  /** A longer text of the row that contains the value and whose index serves searches for parts. */
  readonly partOf?: (row: string) => string;
  /** The value is computed, so that no index holds it. */
  readonly isComputed?: boolean;
  /** Finds the records whose text has a part of two characters, which trigrams cannot find. */
  readonly pairs?: PairIndex;
}

/** An index that holds the pairs of characters of a text (`text_pairs`). */
export interface PairIndex {
  readonly table: string;
  /** The expression that the index holds, and the text whose pairs it has. */
  readonly expression: string;
  readonly text: string;
  /** The field that refers to the records of the table. */
  readonly idField: PlainField;
}

/**
 * For values that an index holds in their order, in rows of another table. The placeholder is that of the tenant, and each text
 * after `from` ends with a condition.
 */
export interface BoundIndex {
  /** All values of the tenant. */
  readonly values: (tenant: string) => string;
  /** Only the values that belong to a searched row, as text after `from`, and the id of that row. */
  readonly ownValues: (tenant: string) => string;
  readonly owner: string;
  /** The rows that hold the values, and the condition that one holds none; undefined if each holds a value. */
  readonly holders: (tenant: string) => string;
  readonly isEmpty?: string;
}

/** For values that an index holds by the searched rows to which they belong. */
export interface OwnedIndex {
  /** All values of the tenant, whose placeholder is given, as text after `from` that ends with a condition. */
  readonly values: (tenant: string) => string;
  /** The id of the searched row. */
  readonly owner: string;
  /** The columns of the index, in its order. */
  readonly columns: readonly string[];
}

export type Field = PlainField | EnumField | DefinedField;

/** The column of a `number` holds integers. */
interface PlainField extends ValueLocation {
  readonly kind: 'id' | 'timestamp' | 'date' | 'text' | 'number' | 'boolean';
  /** The types of address that the values have. Compared values are normalized in the same way. */
  readonly addressTypes?: readonly HandleType[];
  readonly lookup?: Lookup;
}

/** The values are in a small table to which the rows refer. A search finds its ids first, and then the rows by these ids. */
export interface Lookup {
  readonly table: string;
  readonly column: string;
  /** The field with the ids. */
  readonly idField: PlainField;
}

export interface EnumField extends ValueLocation {
  readonly kind: 'enum';
  /** The name of the type in PostgreSQL, and its values in their order. */
  readonly type: string;
  readonly values: readonly string[];
  /**
   * For a column that has no index and is never null: returns the condition that another table lists the row with one
   * of these values. Returns undefined for values that are not listed because most rows have them.
   */
  readonly listed?: (row: string, values: readonly string[]) => string | undefined;
}

/** Fields that the tenant defines. Only the database knows which of them exist, and the kind of each. */
export interface FieldFamily {
  readonly kind: 'attribute';
  /** Finds the definitions of a tenant ($1) that have one of these names ($2). */
  readonly findDefinitions: Statement<NamedDefinition>;
  /**
   * The values of a field, as text after `from` that ends with a condition. The placeholders are those of the tenant and
   * of the definition.
   */
  readonly values: (placeholders: { readonly tenant: string; readonly id: string }) => string;
  /** The id of the row that has the value, and the columns of the index on the rows that have one, in its order. */
  readonly owner: string;
  readonly ownerIndex: readonly string[];
  /** The value as text. */
  readonly text: string;
  /** The value as a number, and the condition that it is a number. */
  readonly number: { readonly value: string; readonly isOne: string };
  /** The prefix of a text that the index holds, and its length; it is compared first. */
  readonly indexed: (text: string) => string;
  readonly indexedCharacters: number;
  /** All existing fields are listed in addition to the family, so that any other field is unknown. */
  readonly isClosed?: boolean;
}

type DefinedKind = 'text' | 'number' | 'date' | 'boolean';

/** How the tenant has defined a field. */
export interface Definition {
  readonly id: string;
  readonly kind: DefinedKind;
}

export interface NamedDefinition extends Definition {
  readonly name: string;
}

/** One field of a family, as it was requested. */
export interface DefinedField {
  readonly kind: 'attribute';
  readonly family: FieldFamily;
  /** The full key, and the part in the position of the `*`. */
  readonly key: string;
  readonly name: string;
  /** Undefined until it is looked up (`resolve-defined.ts`). */
  readonly definition?: Definition;
}

export type FieldKind = Field['kind'];
