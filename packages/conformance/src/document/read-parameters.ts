import { asArray, asObject, convertSchema, type Document, follow, type JsonObject } from '@parley/validation';
import type { Parameter, ParameterLocation } from './operation.js';
import { readExamples } from './read-examples.js';

/**
 * Merges lists of parameters; a later parameter overrides an earlier one with the same name and location. A parameter of
 * the path that no list declares is a string.
 */
export function readParameters(document: Document, path: string, lists: readonly unknown[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const undeclared = readParameter(document, { name, in: 'path', schema: { type: 'string' } });
    if (undeclared) found.set(`path ${name}`, undeclared);
  }
  for (const value of lists.flatMap(asArray)) {
    const parameter = readParameter(document, follow(document, value));
    if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...found.values()];
}

/** OpenAPI ignores header parameters with these names, because other parts of the document describe them. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

const defaultStyles: Record<ParameterLocation, string> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

function readParameter(document: Document, value: JsonObject): Parameter | undefined {
  const { name, in: place } = value;
  if (typeof name !== 'string' || !isLocation(place)) return undefined;
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return undefined;
  const style = typeof value.style === 'string' ? value.style : defaultStyles[place];
  const [mediaType, media] = Object.entries(asObject(value.content))[0] ?? [];
  const holder = media === undefined ? value : asObject(media);
  return {
    name,
    in: place,
    required: place === 'path' || value.required === true,
    style,
    explode: typeof value.explode === 'boolean' ? value.explode : style === 'form',
    mediaType,
    schema: convertSchema(document, holder.schema, { direction: 'request', closed: false }),
    examples: readExamples(document, holder),
  };
}

function isLocation(value: unknown): value is ParameterLocation {
  return typeof value === 'string' && Object.hasOwn(defaultStyles, value);
}
