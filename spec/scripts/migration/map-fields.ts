import { objectOf } from '../../rules/read-json.js';
import type { FieldSuccessor, MovedField, SchemaSuccessor } from '../../rules/successor.js';
import { childNode, type DocumentNode } from '../read-document.js';
import { expandSchemas, readProperties } from '../read-schema.js';
import { findField } from './find-field.js';
import type { FieldMigration } from './migration.js';

export interface FieldPlace {
  /** The path of the field in v2 and in v3; both are empty at the root of a body. */
  readonly from: string;
  readonly to: string;
  /** The schemas of the field in v2. */
  readonly schemas: readonly DocumentNode[];
}

export interface MappingScope {
  /** The schemas of the whole body in v3. */
  readonly root: readonly DocumentNode[];
  /** Parts that the operation declares as moved. */
  readonly moved: Readonly<Record<string, string>>;
}

/** Maps every field below a path, down to texts, numbers and schemas that are equal in both versions. */
export function mapFields(place: FieldPlace, scope: MappingScope): FieldMigration[] {
  const { schemas, from, to } = place;
  const items = findField(schemas, '[]');
  if (items.length > 0) {
    return mapFields({ schemas: items, from: `${from}[]`, to: `${to}[]` }, scope);
  }
  const properties = readProperties(schemas);
  if (properties.size === 0 || isTheSame(place, scope)) return [keep(place)];
  const successor = Object.assign({}, ...expandSchemas(schemas).map(fieldsOf));
  return [...properties].flatMap(([name, property]) => {
    const place = { from: join(from, name), to: join(to, name), schemas: property };
    const movedTo = scope.moved[place.from];
    if (movedTo !== undefined) return mapFields({ ...place, to: movedTo }, scope);
    return mapField(place, { successor: successor[name], base: to, scope });
  });
}

function fieldsOf({ value }: DocumentNode): Readonly<Record<string, FieldSuccessor>> {
  // The lint rule known-extension-keys has checked the form of the value.
  return (objectOf(value['x-successor']) as Partial<SchemaSuccessor>).fields ?? {};
}

interface FieldContext {
  readonly successor: FieldSuccessor | undefined;
  readonly base: string;
  readonly scope: MappingScope;
}

function mapField(place: FieldPlace, { successor, base, scope }: FieldContext): FieldMigration[] {
  if (successor === undefined) return mapFields(place, scope);
  if (typeof successor === 'string') return mapFields({ ...place, to: join(base, successor) }, scope);
  if ('gone' in successor) return [{ ...keep(place), to: null, note: successor.gone }];
  const moved = successor.to === undefined ? place : { ...place, to: join(base, successor.to) };
  if (successor.map) return mapPairs(moved, successor.map, successor.note ?? null);
  if (isPlain(successor))
    return mapFields(moved, scope).map((field) => ({ ...field, note: successor.note ?? null }));
  return [
    {
      ...keep(moved),
      values: successor.values ?? null,
      template: successor.as ?? null,
      with: successor.with
        ? Object.fromEntries(Object.entries(successor.with).map(([path, value]) => [join(base, path), value]))
        : null,
      note: successor.note ?? null,
    },
  ];
}

function isPlain({ values, as, with: others }: MovedField): boolean {
  return values === undefined && as === undefined && others === undefined;
}

function mapPairs(
  { from, to }: FieldPlace,
  { key, value }: { key: string; value: string },
  note: string | null,
): FieldMigration[] {
  return [
    { ...keep({ from: `${from}[].${key}`, to: `${to}{key}` }), note },
    { ...keep({ from: `${from}[].${value}`, to: `${to}{}` }), note },
  ];
}

function keep({ from, to }: Pick<FieldPlace, 'from' | 'to'>): FieldMigration {
  return { from, to, values: null, template: null, with: null, note: null };
}

function join(base: string, name: string): string {
  return base === '' ? name : `${base}.${name}`;
}

/** Both versions share some schemas, which need no mapping field by field. */
function isTheSame({ schemas, to }: FieldPlace, { root }: MappingScope): boolean {
  const [schema, ...others] = schemas;
  const [current, ...more] = findField(root, to);
  if (!schema || !current || others.length > 0 || more.length > 0) return false;
  return schema.pointer.startsWith('#/components/') && write(schema) === write(current);
}

/** Writes the schema as text, with all schemas that it refers to. What people read does not change the mapping. */
function write(node: DocumentNode): string {
  return JSON.stringify(node.value, (key, value: unknown) => {
    if ((key === 'description' || key === 'summary') && typeof value === 'string') return undefined;
    const { $ref } = objectOf(value);
    return typeof $ref === 'string' ? [$ref, readReference(node, $ref)] : value;
  });
}

function readReference(node: DocumentNode, reference: string): unknown {
  return childNode({ ...node, value: { reference: { $ref: reference } }, pointer: '#' }, 'reference').value;
}
