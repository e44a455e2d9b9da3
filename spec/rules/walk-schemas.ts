import { followReference } from './follow-reference.js';
import { isObject, listOf, objectOf } from './read-json.js';
import type { Context, Location, Placed } from './redocly-plugin.js';

export interface SchemaStep extends Placed {
  /** The outermost schema that this one describes the same value as, by `allOf`, `oneOf`, `if` and the like. */
  readonly composedBy: Placed | undefined;
}

/** Every schema that can be reached from one, through references and all keywords that hold schemas. */
export function walkSchemas(start: Placed, context: Context): SchemaStep[] {
  const steps: SchemaStep[] = [];
  const seen = new Set<string>();
  const visit = (value: unknown, at: Location, composedBy: Placed | undefined): void => {
    const found = followReference(value, at, context);
    if (found === undefined) return;
    const identity = `${found.location.absolutePointer} ${composedBy?.location.absolutePointer}`;
    if (seen.has(identity)) return;
    seen.add(identity);
    steps.push({ ...found, composedBy });
    for (const [keys, inner] of innerSchemas(found)) {
      const composer = sameValueKeywords.has(keys[0]) ? (composedBy ?? found) : undefined;
      visit(inner, found.location.child(keys), composer);
    }
  };
  visit(start.node, start.location, undefined);
  return steps;
}

const sameValueKeywords = new Set<unknown>(['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else']);
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

function innerSchemas({ node }: Placed): Array<[keys: Array<string | number>, schema: unknown]> {
  return [
    ...schemaKeywords.filter((key) => isObject(node[key])).map((key) => tuple([key], node[key])),
    ...schemaListKeywords.flatMap((key) => listOf(node[key]).map((item, index) => tuple([key, index], item))),
    ...schemaMapKeywords.flatMap((key) =>
      Object.entries(objectOf(node[key])).map(([name, item]) => tuple([key, name], item)),
    ),
  ];
}

function tuple(keys: Array<string | number>, schema: unknown): [Array<string | number>, unknown] {
  return [keys, schema];
}
