import ts from 'typescript';
import type { Column, ColumnType } from './describe-statement.js';

/**
 * Returns the differences between the columns of a statement and its declared row type; none if the rows are not read.
 */
export function compareRow(row: ts.Type, columns: readonly Column[], checker: ts.TypeChecker): string[] {
  if (isUnknown(row)) return [];
  const declared = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]));
  const described = new Set(columns.map(({ name }) => name));
  const missing = [...declared.keys()].filter((name) => !described.has(name));
  return [
    ...missing.map((name) => `no column "${name}"`),
    ...columns.flatMap((column) => {
      const property = declared.get(column.name);
      if (property === undefined) return [`a column "${column.name}" that its row type does not have`];
      const type = checker.getTypeOfSymbol(property);
      return isFitting(type, column, checker)
        ? []
        : [`a column "${column.name}" of type ${describe(column)}, declared ${checker.typeToString(type)}`];
    }),
  ];
}

function describe({ type, isNullable }: Column): string {
  return isNullable ? `${type.name} or null` : type.name;
}

function isFitting(type: ts.Type, column: Column, checker: ts.TypeChecker): boolean {
  if (isUnknown(type)) return true;
  const parts = partsOf(type);
  const values = parts.filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  if (column.isNullable && values.length === parts.length) return false;
  return values.every((part) => isOfColumn(part, column.type, checker));
}

function isOfColumn(type: ts.Type, column: ColumnType, checker: ts.TypeChecker): boolean {
  if (column.element) {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    const { element: elementType } = column;
    return element !== undefined && partsOf(element).every((part) => isOfColumn(part, elementType, checker));
  }
  if (column.labels) {
    return type.isStringLiteral() ? column.labels.includes(type.value) : isString(type);
  }
  const fits = fitting[column.name];
  if (fits === undefined) throw new Error(`Add to ${import.meta.url} how the driver reads ${column.name}`);
  return fits(type);
}

/** The types that the driver returns for a column. The type of JSON is known only after reading a value. */
const fitting: Readonly<Record<string, (type: ts.Type) => boolean>> = {
  bool: (type) => Boolean(type.flags & ts.TypeFlags.BooleanLike),
  bytea: isNamed('Buffer'),
  float8: isNumber,
  int2: isNumber,
  int4: isNumber,
  int8: isString,
  json: () => true,
  jsonb: () => true,
  text: isString,
  timestamptz: isNamed('Date'),
  uuid: isString,
};

function isNumber(type: ts.Type): boolean {
  return Boolean(type.flags & ts.TypeFlags.NumberLike);
}

function isString(type: ts.Type): boolean {
  return Boolean(type.flags & ts.TypeFlags.StringLike);
}

function isNamed(name: string): (type: ts.Type) => boolean {
  return (type) => type.symbol?.name === name;
}

export function isUnknown(type: ts.Type): boolean {
  return Boolean(type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any));
}

export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
