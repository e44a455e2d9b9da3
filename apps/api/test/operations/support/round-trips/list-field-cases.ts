import type { AnyOperation } from '../every-operation.js';
import { createObject, createValue } from './create-value.js';
import type { PreparedWorld } from './prepare-world.js';
import {
  isNullable,
  itemsOf,
  propertiesOf,
  type RequestSchema,
  requestSchemaOf,
  requiredOf,
  valuesOf,
  variantsOf,
} from './request-schema.js';

/** A field of a request, at any depth. */
export interface FieldCase {
  /** For example `steps[]<WaitStep>.until`. */
  readonly path: string;
  readonly name: string;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  /** The values of an enumeration, without null. */
  readonly values: readonly unknown[];
  /** Creates a value that differs from the current one. */
  createValue(world: PreparedWorld, current?: unknown): unknown;
  /** Creates a body with the required fields and this one. */
  createBody(world: PreparedWorld, value: unknown): Record<string, unknown>;
}

type Body = Readonly<Record<string, unknown>>;
type Wrap = (world: PreparedWorld, value: Body) => Record<string, unknown>;

/** Lists the fields of the JSON body of an operation, as the contract declares them. */
export function listFieldCases(operation: AnyOperation): FieldCase[] {
  return listCases(requestSchemaOf(operation), {
    names: [],
    path: '',
    above: [],
    wrap: (_world, body) => ({ ...body }),
  });
}

/** Creates a body with the required fields only. */
export function createMinimalBody(world: PreparedWorld, operation: AnyOperation): Record<string, unknown> {
  return createObject(world, { names: [], schema: requestSchemaOf(operation) });
}

interface Position {
  readonly names: readonly string[];
  readonly path: string;
  /** The components of the lists that lead here; the items of a list that contains itself are listed once. */
  readonly above: readonly string[];
  readonly wrap: Wrap;
}

function listCases(schema: RequestSchema, position: Position): FieldCase[] {
  const variants = variantsOf(schema);
  return variants.flatMap((variant) => {
    const path = variants.length > 1 ? `${position.path}<${variant.component}>` : position.path;
    return propertiesOf(variant).flatMap(([name, property]) =>
      listProperty(variant, { ...position, path }, [name, property]),
    );
  });
}

function listProperty(
  object: RequestSchema,
  { names, path, above, wrap }: Position,
  [name, property]: readonly [string, RequestSchema],
): FieldCase[] {
  const place = { names: [...names, name], path: path === '' ? name : `${path}.${name}` };
  const put: (world: PreparedWorld, value: unknown) => Record<string, unknown> = (world, value) =>
    wrap(world, createObject(world, { names, schema: object }, { [name]: value }));
  const own: FieldCase = {
    ...{ path: place.path, name, isNullable: isNullable(property) },
    ...{ isOptional: !requiredOf(object).includes(name), values: valuesOf(property) },
    createValue: (world, current) => createValue(world, { names: place.names, schema: property, current }),
    createBody: put,
  };
  const [variant = property] = variantsOf(property);
  const items = itemsOf(variant);
  const isNested = items !== undefined && items.component !== '' && above.includes(items.component);
  const inner = items
    ? (isNested ? [] : [items]).flatMap((item) =>
        listCases(item, {
          names: place.names,
          path: `${place.path}[]`,
          above: [...above, item.component],
          wrap: (world, value) => put(world, completeList(name, value)),
        }),
      )
    : listCases(property, { ...place, above, wrap: put });
  const variants = items ? variantsOf(items) : [];
  // A branch of a union may have no optional field, so each is also sent with its required ones.
  const branches = (variants.length > 1 ? variants : []).map((branch) => ({
    ...{ ...own, path: `${place.path}[]<${branch.component}>`, isNullable: false, isOptional: true },
    createValue: (world: PreparedWorld) =>
      completeList(name, createObject(world, { names: place.names, schema: branch })),
  }));
  return [own, ...branches, ...inner];
}

/** A condition can skip only a step that follows it. */
function completeList(name: string, item: Body): Body[] {
  return ['steps', 'then', 'else'].includes(name) ? [item, { type: 'wait', seconds: 30 }] : [item];
}
