import { isObject, listOf, objectOf } from '../rules/read-json.js';
import type { JsonObject } from '../rules/redocly-plugin.js';
import { searchSchemas } from './common-files.js';
import { decorateOperations } from './decorate-operations.js';
import { editSuccess } from './edit-success.js';

/**
 * Wraps the schema and the examples of a success in the envelope; path files contain only `data`. The response of a
 * search also gets its page and the parameters of its request. A schema with `success` is already an envelope.
 */
export const addSuccessEnvelope = decorateOperations((operation, { refer }) => {
  const isSearch = 'x-filter-fields' in operation;
  const request = readFirstExample(operation.requestBody);
  editSuccess(operation, (success) => {
    const content = objectOf(success.content);
    const json = content['application/json'];
    if (!isObject(json) || 'success' in objectOf(objectOf(json.schema).properties)) return success;
    const schemas = {
      success: { description: 'Always `true` here.', type: 'boolean', const: true },
      data: json.schema,
      ...(isSearch ? { pagination: refer(searchSchemas.pagination), query: refer(searchSchemas.query) } : {}),
    };
    const schema = { type: 'object', required: Object.keys(schemas), properties: schemas };
    const examples = Object.entries(objectOf(json.examples)).map(([name, example]) => {
      const { value, ...rest } = objectOf(example);
      const page = isSearch ? describePage(request, value) : {};
      return [name, { ...rest, value: { success: true, data: value, ...page } }];
    });
    const enveloped = { ...json, schema, examples: Object.fromEntries(examples) };
    return { ...success, content: { ...content, 'application/json': enveloped } };
  });
});

/** The example response of a search belongs to the first example of its request. */
function describePage(request: JsonObject, data: unknown): JsonObject {
  const { page = 0, limit = 10 } = objectOf(request.pagination);
  const { query = null, sortBy = null, search = null } = request;
  return { pagination: { page, limit, total: listOf(data).length }, query: { query, sortBy, search } };
}

function readFirstExample(body: unknown): JsonObject {
  const json = objectOf(objectOf(objectOf(body).content)['application/json']);
  const [first] = Object.values(objectOf(json.examples));
  return objectOf(objectOf(first).value);
}
