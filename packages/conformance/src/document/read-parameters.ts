import { asArray, asObject, convertSchema, type Document, follow, type JsonObject } from '@parley/validation';
import type { Parameter, ParameterPlace } from './operation.js';
import { readExamples } from './read-examples.js';

/**
 * The parameters of an operation from lists of them, of which a later one goes before an earlier one with the same name and
 * place. What the path names and no list declares is a string.
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

/** A parameter of one of these names is ignored, says OpenAPI: other parts of the document describe it. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

const defaultStyles: Record<ParameterPlace, string> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

function readParameter(document: Document, value: JsonObject): Parameter | undefined {
  const { name, in: place } = value;
  if (typeof name !== 'string' || !isPlace(place)) return undefined;
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

function isPlace(value: unknown): value is ParameterPlace {
  return typeof value === 'string' && Object.hasOwn(defaultStyles, value);
}
