import type {
  JsonObject,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiPathItem,
} from '../src/open-api-document.js';
import type { InputSchema, Tool } from '../src/tool.js';
import { methods } from './methods.js';
import { isObject, resolveSchema } from './resolve-schema.js';

/** Builds the tools of a document: the operations with `x-tool`, in the order of the document. */
export function buildTools(document: OpenApiDocument): Tool[] {
  return Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? buildTool(operation, item, document) : [];
    }),
  );
}

function buildTool(operation: OpenApiOperation, item: OpenApiPathItem, document: OpenApiDocument): Tool[] {
  const tool = operation['x-tool'];
  if (!tool) return [];
  const { operationId, summary, description } = operation;
  const parameters = readParameters(operation, item, document);
  const body = readBody(operation, document);
  const inputs = [...parameters, ...(body?.fields ?? [])];
  return [
    {
      ...tool,
      operationId,
      title: summary,
      description,
      query: parameters.filter(({ place }) => place === 'query').map(({ name }) => name),
      hasBody: body !== undefined,
      inputSchema: joinInputs(operationId, inputs),
    },
  ];
}

interface InputField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  readonly schema: JsonObject;
}

function joinInputs(operationId: string, inputs: readonly InputField[]): InputSchema {
  const names = inputs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`${operationId} cannot be a tool: it has two inputs named ${twice}.`);
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    required: inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Headers are left out: the client sets the key of a repeated write itself. */
function readParameters(
  operation: OpenApiOperation,
  item: OpenApiPathItem,
  document: OpenApiDocument,
): InputField[] {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => resolveSchema(parameter, document))
    .flatMap(({ name, in: place, required, description, schema }): InputField[] =>
      place === 'path' || place === 'query'
        ? [
            {
              name: String(name),
              place,
              isRequired: required === true,
              schema: { ...(isObject(schema) && schema), ...(description !== undefined && { description }) },
            },
          ]
        : [],
    );
}

/** The fields of the body stand beside the parameters, because a model fills a flat list with fewer errors. */
function readBody(
  operation: OpenApiOperation,
  document: OpenApiDocument,
): { readonly fields: InputField[] } | undefined {
  if (!operation.requestBody) return undefined;
  const { content, required: isNeeded } = resolveSchema(operation.requestBody, document);
  const json = isObject(content) ? content['application/json'] : undefined;
  const schema = isObject(json) ? json.schema : undefined;
  if (!isObject(schema) || !isObject(schema.properties) || schema.oneOf || schema.anyOf || schema.allOf)
    throw new Error(`${operation.operationId} cannot be a tool: its body is not a plain JSON object.`);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    fields: Object.entries(schema.properties).map(([name, field]) => ({
      name,
      place: 'body',
      isRequired: isNeeded === true && required.includes(name),
      schema: nameFields(name, isObject(field) ? field : {}, operation),
    })),
  };
}

/** The reference lists the fields of a search beside it; a model sees only the schema. */
function nameFields(name: string, schema: JsonObject, operation: OpenApiOperation): JsonObject {
  const kinds = Object.entries(operation['x-filter-fields'] ?? {});
  if (kinds.length === 0 || (name !== 'query' && name !== 'sortBy')) return schema;
  const filterOnly = operation['x-filter-only'] ?? [];
  const listed =
    name === 'query'
      ? kinds.map(([field, kind]) => `\`${field}\` (${kind})`)
      : kinds.filter(([field]) => !filterOnly.includes(field)).map(([field]) => `\`${field}\``);
  return { ...schema, description: `${schema.description}\n\nFields: ${listed.join(', ')}.` };
}
