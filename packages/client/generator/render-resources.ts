import type { OpenApiDocument } from '@parley/contract/documents';
import type { ApiVersion, Operation } from '@parley/contract/operations';
import { groupMethods } from './name-method.js';
import { asObject, findOperation, jsonSchema, listCalls, resolveSchema } from './read-document.js';
import { renderComment } from './render-comment.js';

/** Renders the module with the named methods of every resource: their types, and a line for each of them at run time. */
export function renderResources(version: ApiVersion, document: OpenApiDocument): string {
  const resources = groupMethods(listCalls(version, document));
  const schemas = new Set<string>();
  const parts = [...resources].map(([resource, methods]) => {
    const members = [...methods].map(([name, operation]) => renderMethod(name, operation));
    const lines = [...methods].map(([name, operation]) => `  ${name}: '${writeLine(operation)}',\n`);
    const type = `${pascalCase(resource)}Methods`;
    const about = `The operations of \`/${firstSegment(methods)}\`, by name.`;
    return `${renderComment(about)}
export interface ${type} {
${members.join('\n')}}

/** Adds the operations to a client: \`const ${resource} = ${resource}Of(client)\`. */
export const ${resource}Of = /* @__PURE__ */ createResource<${type}>({
${lines.join('')}});
`;
  });
  const names = [...resources.keys()];
  return `// Generated from the contract by generate.ts; do not edit.

import type { ${[...schemas].sort().join(', ')} } from '@parley/contract/v3';
import { createResource } from '../create-resource.js';
import type { BodyOf, OptionsOf, SearchOf } from '../types.js';

${parts.join('\n')}
/** The named methods of all resources. */
export interface Resources {
${names.map((name) => `  readonly ${name}: ${pascalCase(name)}Methods;\n`).join('')}}

export const resources = { ${names.map((name) => `${name}: ${name}Of`).join(', ')} };
`;

  function renderMethod(name: string, operation: Operation): string {
    const { summary, description } = findOperation(document, operation);
    const at = `'${operation.path}', '${operation.method}'`;
    const body = renderBody(operation, at);
    const parameters = [
      ...readParameters(operation.path).map((parameter) => `${parameter}: string`),
      ...(body === undefined ? [] : [body]),
      `options?: OptionsOf<${at}>`,
    ];
    const comment = renderComment(`${summary}.\n\n${description}`);
    return `${comment.replaceAll(/^/gm, '  ')}
  ${name}(${parameters.join(', ')}): ${renderResult(operation, at)};
`;
  }

  function renderBody(operation: Operation, at: string): string | undefined {
    const { requestBody } = findOperation(document, operation);
    if (!requestBody) return undefined;
    const name = operation.filterFields ? undefined : useSchema(jsonSchema(requestBody));
    return `body${requestBody.required === true ? '' : '?'}: ${name ?? `BodyOf<${at}>`}`;
  }

  function renderResult(operation: Operation, at: string): string {
    const content = asObject(findOperation(document, operation).responses['200']?.content);
    if (!('application/json' in content)) return 'Promise<Blob>';
    if (isSearch(operation)) return `SearchOf<${at.split(',')[0]}>`;
    const { data } = asObject(jsonSchema({ content }).properties);
    if (data === undefined) return 'Promise<undefined>';
    const item = useSchema(asObject(asObject(data).items));
    return `Promise<${item === undefined ? nameSchema(asObject(data), operation) : `${item}[]`}>`;
  }

  function nameSchema(schema: Parameters<typeof resolveSchema>[1], { operationId }: Operation): string {
    const name = useSchema(schema);
    if (name === undefined) throw new Error(`The result of ${operationId} has no schema with a name.`);
    return name;
  }

  function useSchema(schema: Parameters<typeof resolveSchema>[1]): string | undefined {
    const { name } = resolveSchema(document, schema);
    if (name !== undefined) schemas.add(name);
    return name;
  }

  function isSearch(operation: Operation): boolean {
    const { properties } = jsonSchema(findOperation(document, operation).responses['200']);
    return 'pagination' in asObject(properties);
  }

  /** Writes method and path, and whether a body follows the ids or the method returns all pages. */
  function writeLine(operation: Operation): string {
    const { requestBody } = findOperation(document, operation);
    const kind = isSearch(operation) ? ' search' : requestBody ? ' body' : '';
    return `${operation.method.toUpperCase()} ${operation.path}${kind}`;
  }
}

function readParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

function firstSegment(methods: ReadonlyMap<string, Operation>): string {
  const [first] = methods.values();
  return first?.path.split('/')[1] ?? '';
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
