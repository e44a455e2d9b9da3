import { objectOf, stringsOf } from '../rules/read-json.js';
import type { JsonObject } from '../rules/redocly-plugin.js';
import { isTool, type Tool } from '../rules/tool.js';
import { ContractError } from './contract-error.js';
import { describeLocation } from './describe-location.js';
import {
  type ContractDocument,
  childNode,
  type DocumentNode,
  listOperationNodes,
  mapNodes,
} from './read-document.js';
import { expandSchemas, readProperties } from './read-schema.js';

export interface ContractOperation {
  /** The name in the report: `GET /chats/{chatId}`. */
  readonly location: string;
  readonly operationId: string;
  readonly planFeature: string | null;
  readonly bodyLimitBytes: number;
  readonly isIdempotent: boolean;
  readonly filterFields: JsonObject;
  /** The filter fields that cannot be sorted by. */
  readonly filterOnly: readonly string[];
  /** The error keys of each failure status. */
  readonly errorKeys: ReadonlyMap<string, string[]>;
  /** The error keys that are declared and never returned. */
  readonly impossibleErrors: readonly string[];
  /** The tool that models are offered. */
  readonly tool: Tool | null;
}

/** The operations of a bundled document with what the policy checks compare. */
export function listOperations(document: ContractDocument): ContractOperation[] {
  const known = new Map<string, string[]>();
  return listOperationNodes(document, 'paths').map((node) => {
    const { value: operation, pointer } = node;
    const planFeature = operation['x-plan-feature'];
    const location = describeLocation(pointer);
    return {
      location,
      operationId: String(operation.operationId),
      planFeature: typeof planFeature === 'string' ? planFeature : null,
      bodyLimitBytes: readBodyLimit(operation['x-body-limit'] ?? document['x-body-limit'], location),
      isIdempotent: operation['x-idempotent'] === true,
      filterFields: objectOf(operation['x-filter-fields']),
      filterOnly: stringsOf(operation['x-filter-only']),
      errorKeys: readErrorKeys(childNode(node, 'responses'), known),
      impossibleErrors: stringsOf(operation['x-impossible-errors']),
      tool: isTool(operation['x-tool']) ? operation['x-tool'] : null,
    };
  });
}

/** A missing limit is neither lower nor higher than another one, so its removal would not be noticed. */
function readBodyLimit(value: unknown, location: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new ContractError(
    `${location} has no body limit: \`x-body-limit\` is ${value === undefined ? 'missing' : JSON.stringify(value)}. Give the document a whole number of bytes.`,
  );
}

/**
 * Most operations refer to the same error responses, so `known` holds the keys of the responses that were already read.
 */
function readErrorKeys(responses: DocumentNode, known: Map<string, string[]>): Map<string, string[]> {
  const failures = mapNodes(responses).filter(([status]) => /^[45]/.test(status));
  return new Map(
    failures.map(([status, response]) => {
      const keys = known.get(response.pointer) ?? readKeys(response);
      known.set(response.pointer, keys);
      return [status, keys];
    }),
  );
}

function readKeys(response: DocumentNode): string[] {
  const body = childNode(response, 'content', 'application/json', 'schema');
  const errors = readProperties([body]).get('error') ?? [];
  const keys = expandSchemas(readProperties(errors).get('messageKey') ?? []);
  return keys.flatMap(({ value }) =>
    value.const === undefined ? stringsOf(value.enum) : [String(value.const)],
  );
}
