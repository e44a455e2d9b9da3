import type { Contract, Envelope, OperationAt } from './operation.js';

export type FieldKind = 'id' | 'text' | 'enum' | 'timestamp' | 'number' | 'boolean' | 'attribute';

/** A field of a search: how it is compared, with what, and whether results can be sorted by it. */
export interface Field<Kind extends FieldKind, Value, Sortable extends boolean> {
  readonly kind: Kind;
  readonly value: Value;
  readonly sortable: Sortable;
}

/** The fields of the search at a path, as the contract lists them. */
export type FieldsOf<C extends Contract, Path> = Path extends keyof C['filterFields']
  ? BuildFields<
      C['filterFields'][Path],
      Path extends keyof C['sortFields'] ? C['sortFields'][Path] : never,
      ItemOf<OperationAt<C, Path, 'post'>>
    >
  : never;

export type ItemOf<Operation> =
  Envelope<Operation> extends { data: ReadonlyArray<infer Item> } ? Item : never;

type BuildFields<Kinds, Sortable, Item> = {
  readonly [Name in keyof Kinds as FieldName<Name>]: Kinds[Name] extends FieldKind
    ? Field<Kinds[Name], ValueOf<Kinds[Name], Name, Item>, Name extends Sortable ? true : false>
    : never;
};

/** `attributes.*` stands for every attribute that the workspace has. */
type FieldName<Name> = Name extends `${infer Parent}.*` ? `${Parent}.${string}` : Name;

type ValueOf<Kind extends FieldKind, Name, Item> = Kind extends 'enum'
  ? Name extends keyof Item
    ? KnownValue<Exclude<Item[Name], null>>
    : string
  : ValueOfKind[Kind];

/** The service refuses a filter by an unknown value, so the `string & {}` of a list that can grow is no value here. */
type KnownValue<Value> = [Literal<Value>] extends [never] ? string : Literal<Value>;

/** Distributes over the union, and leaves out its members that any text belongs to. */
type Literal<Value> = Value extends unknown ? (string extends Value ? never : Value) : never;

interface ValueOfKind {
  readonly id: string;
  readonly text: string;
  readonly enum: string;
  /** A text is not accepted, because it may not be a valid time. */
  readonly timestamp: Date;
  readonly number: number;
  readonly boolean: boolean;
  /** Depends on the type of the attribute; a date is a string such as `2026-01-31`. */
  readonly attribute: string | number | boolean;
}

/** The names of the fields of some kinds. */
export type NameOf<Fields, Kind extends FieldKind = FieldKind> = unknown extends Fields
  ? Advice<'FilterFor'>
  : { [Name in keyof Fields]: Fields[Name] extends { kind: Kind } ? Name : never }[keyof Fields];

export type SortableNameOf<Fields> = unknown extends Fields
  ? Advice<'SortFor'>
  : { [Name in keyof Fields]: Fields[Name] extends { sortable: true } ? Name : never }[keyof Fields];

/** The compiler prints this name where the fields are not known. */
type Advice<Type extends string> =
  `Write it where it is used, or type its variable, such as ${Type}<'/chats/search'>`;

/** What a field can be compared with. */
export type FieldValue<Fields, Name> = Name extends keyof Fields
  ? Fields[Name] extends { value: infer Value }
    ? Value
    : never
  : never;
