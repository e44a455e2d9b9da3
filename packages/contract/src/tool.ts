import type { JsonObject } from './open-api-document.js';
import type { ToolHint } from './operation.js';

/** An operation that is offered to models. */
export interface Tool {
  readonly name: string;
  readonly hint: ToolHint;
  readonly operationId: string;
  readonly title: string;
  readonly description: string;
  /** The arguments that belong in the query; those in braces of the path belong there, and all others in the body. */
  readonly query: readonly string[];
  readonly hasBody: boolean;
  readonly inputSchema: InputSchema;
}

/** The parameters of the path and of the query and the fields of the body, as one JSON schema without references. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}
