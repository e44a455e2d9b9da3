import { followReference } from './follow-reference.js';
import { isObject, listOf, objectOf } from './read-json.js';
import type { Context, Location, Placed } from './redocly-plugin.js';

export interface SchemaStep extends Placed {
  /** The keyword that led here; undefined at the start. */
  readonly keyword: string | undefined;
  /** The outermost schema that describes the same value, through `allOf`, `oneOf`, `if` and the like. */
  readonly composedBy: Placed | undefined;
}

/** Visits every schema that can be reached from one, through references and all keywords that contain schemas. */
export function walkSchemas(start: Placed, context: Context): SchemaStep[] {
  const steps: SchemaStep[] = [];
  const seen = new Set<string>();
  const visit = (value: unknown, at: Location, way: Pick<SchemaStep, 'keyword' | 'composedBy'>): void => {
    const found = followReference(value, at, context);
    if (found === undefined) return;
    const { composedBy } = way;
    const identity = `${found.location.absolutePointer} ${composedBy?.location.absolutePointer}`;
    if (seen.has(identity)) return;
    seen.add(identity);
    steps.push({ ...found, ...way });
    for (const [keyword, names, inner] of innerSchemas(found)) {
      const composer = sameValueKeywords.has(keyword) ? (composedBy ?? found) : undefined;
      visit(inner, found.location.child([keyword, ...names]), { keyword, composedBy: composer });
    }
  };
  visit(start.node, start.location, { keyword: undefined, composedBy: undefined });
  return steps;
}

const sameValueKeywords = new Set(['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else']);
const schemaKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
];
const schemaListKeywords = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const schemaMapKeywords = ['properties', 'patternProperties'];

type InnerSchema = readonly [keyword: string, names: ReadonlyArray<string | number>, schema: unknown];

function innerSchemas({ node }: Placed): InnerSchema[] {
  return [
    ...schemaKeywords.filter((key) => isObject(node[key])).map((key): InnerSchema => [key, [], node[key]]),
    ...schemaListKeywords.flatMap((key) =>
      listOf(node[key]).map((item, index): InnerSchema => [key, [index], item]),
    ),
    ...schemaMapKeywords.flatMap((key) =>
      Object.entries(objectOf(node[key])).map(([name, item]): InnerSchema => [key, [name], item]),
    ),
  ];
}
