import type { Json, JsonObject } from '@parley/contract/documents';
import type { ContractVersion, OperationEntry } from '../list-entries.js';
import { readObject } from '../read-node.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly isExtension: boolean;
  readonly schema: JsonObject;
  /** The value in examples. */
  readonly example: Json | undefined;
}

/** A request with the values of the examples of the contract. */
export interface ExampleRequest {
  readonly parameters: readonly Parameter[];
  /** The first example of the body; undefined if the operation has no body. */
  readonly body: { readonly mediaType: string; readonly value: Json } | undefined;
}

/** Returns the request that samples of an operation send. */
export function exampleRequest({ document }: ContractVersion, entry: OperationEntry): ExampleRequest {
  const item = document.paths[entry.path];
  const operation = item?.[entry.method];
  if (!item || !operation) throw new Error(`${entry.operationId} is not in the document.`);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const { content } = readObject(document, operation.requestBody);
  const [[mediaType, body] = []] = Object.entries(readObject(document, content));
  return {
    parameters: parameters.map((parameter) => readParameter(readObject(document, parameter))),
    body:
      mediaType === undefined ? undefined : { mediaType, value: firstExample(readObject(document, body)) },
  };
}

function readParameter(parameter: JsonObject): Parameter {
  const { name, in: place, required, description, schema, example, examples } = parameter;
  return {
    name: String(name),
    // The lint of the contract allows no parameters in cookies.
    in: String(place) as Parameter['in'],
    required: required === true,
    description: String(description),
    isExtension: parameter['x-extension'] === true,
    // The lint requires a schema for each parameter.
    schema: schema as JsonObject,
    example: example ?? (examples === undefined ? undefined : firstExample({ examples })),
  };
}

/** The lint requires an example for each body. */
function firstExample({ examples }: { readonly [key: string]: Json }): Json {
  const [example] = Object.values(examples as Record<string, JsonObject>);
  if (example?.value === undefined) throw new Error('The document has a request without an example.');
  return example.value;
}
