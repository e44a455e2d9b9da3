import { isObject } from '@parley/validation/json';

/** Keywords that describe a schema and do not change which values it allows. */
const annotations = new Set(['description', 'title', 'summary', 'example', 'examples', 'externalDocs']);

/** The keywords whose keys are names that the document chose. */
const namedSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** The keywords whose values are data. */
const data = new Set(['const', 'enum', 'default', 'required', 'dependentRequired']);

/** Copies a schema without its annotations, which make up three quarters of a document. */
export function keepAssertions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(keepAssertions);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (annotations.has(keyword) || isExtension(keyword)) return [];
      if (data.has(keyword)) return [[keyword, value]];
      return [[keyword, namedSchemas.has(keyword) ? keepNamed(value) : keepAssertions(value)]];
    }),
  );
}

function keepNamed(schemas: unknown): unknown {
  if (!isObject(schemas)) return schemas;
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, keepAssertions(schema)]));
}

/** `x-eov-type` is the keyword `type` under the name that express-openapi-validator gives it for dates. */
function isExtension(keyword: string): boolean {
  return keyword.startsWith('x-') && keyword !== 'x-eov-type';
}

export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the components that a schema refers to, and those that they refer to, without annotations. */
export function pickReferenced(schema: unknown, components: Components): Components {
  const picked: Record<string, Record<string, unknown>> = {};
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isObject(value)) return;
    for (const item of Object.values(value)) visit(item);
    if (typeof value.$ref !== 'string') return;
    const [section = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
    if (picked[section]?.[name] !== undefined) return;
    const component = keepAssertions(components[section]?.[name]);
    picked[section] = { ...picked[section], [name]: component };
    visit(component);
  };
  visit(schema);
  return picked;
}
