import ts from 'typescript';
import { isUnknown, partsOf } from './compare-row.js';

/** Returns the differences between a value and its declared type. JSON can only be compared by reading a value. */
export function checkValue(value: unknown, type: ts.Type, checker: ts.TypeChecker, path = ''): string[] {
  if (isUnknown(type)) return [];
  const candidates = partsOf(type).filter((part) => isOfKind(value, part, checker));
  const [first, ...others] = candidates.map((part) => checkParts(value, part, checker, path));
  if (first === undefined) {
    return [`${path || 'the value'} is ${JSON.stringify(value)}, declared ${checker.typeToString(type)}`];
  }
  return others.some((problems) => problems.length === 0) ? [] : first;
}

function isOfKind(value: unknown, type: ts.Type, checker: ts.TypeChecker): boolean {
  if (value === null) return Boolean(type.flags & ts.TypeFlags.Null);
  if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === checker.typeToString(type);
  if (typeof value === 'string') return Boolean(type.flags & ts.TypeFlags.StringLike);
  if (typeof value === 'number') return Boolean(type.flags & ts.TypeFlags.NumberLike);
  if (typeof value === 'boolean') return Boolean(type.flags & ts.TypeFlags.BooleanLike);
  if (value instanceof Date) return type.symbol?.name === 'Date';
  return (
    Boolean(type.flags & (ts.TypeFlags.StructuredType | ts.TypeFlags.NonPrimitive)) &&
    Array.isArray(value) === checker.isArrayType(type)
  );
}

function checkParts(value: unknown, type: ts.Type, checker: ts.TypeChecker, path: string): string[] {
  if (Array.isArray(value)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return value.flatMap((item, index) =>
      element ? checkValue(item, element, checker, `${path}.${index}`) : [],
    );
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  if (type.flags & ts.TypeFlags.NonPrimitive) return [];
  const given = new Map<string, unknown>(Object.entries(value));
  const properties = checker.getPropertiesOfType(type);
  const missing = properties.filter(
    ({ name, flags }) => !given.has(name) && !(flags & ts.SymbolFlags.Optional),
  );
  const declared = new Map(properties.map((property) => [property.name, checker.getTypeOfSymbol(property)]));
  const other = checker.getIndexInfosOfType(type)[0]?.type;
  return [
    ...missing.map(({ name }) => `${path}.${name} is missing`),
    ...[...given].flatMap(([key, item]) => {
      const itemType = declared.get(key) ?? other;
      if (itemType === undefined) return [`${path}.${key} is not declared`];
      return checkValue(item, itemType, checker, `${path}.${key}`);
    }),
  ];
}
