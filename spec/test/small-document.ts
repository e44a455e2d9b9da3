interface DocumentParts {
  readonly operation?: object;
  readonly info?: object;
  readonly components?: object;
  readonly webhooks?: object;
}

/** Returns a document with the one operation `getChat`, with only what a rule reads. */
export function smallDocument({ operation = {}, info = {}, ...rest }: DocumentParts): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0', ...info },
    paths: { '/chats/{chatId}': { post: { operationId: 'getChat', ...operation } } },
    ...rest,
  };
}

export function jsonBody(schema: object, more: object = {}): object {
  return { content: { 'application/json': { schema, ...more } } };
}

export function jsonResponse(schema: object, more: object = {}): object {
  return { description: 'A response.', ...jsonBody(schema), ...more };
}

/** Returns an error response as in the contract: the shared body with its keys. */
export function failure(...keys: string[]): object {
  const messageKey = keys.length === 1 ? { const: keys[0] } : { enum: keys };
  return jsonResponse({ allOf: [failureBody, { properties: { error: { properties: { messageKey } } } }] });
}

const failureBody = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'object', required: ['messageKey'], properties: { messageKey: { type: 'string' } } },
  },
};
