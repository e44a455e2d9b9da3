import type { Json, OpenApiDocument } from '@parley/contract/documents';
import type { ApiVersion } from '@parley/contract/operations';
import { asList, asObject, findOperation, jsonSchema, resolveSchema } from './read-document.js';

export interface Fixture {
  /** The name of the function, such as `chat` or `messageReceived`. */
  readonly name: string;
  /** The name of the schema of a resource, or the type of an event. */
  readonly type: string;
  readonly isEvent: boolean;
  readonly summary: string;
  readonly value: Json;
}

/**
 * Collects an example of every resource that a response of v3 contains, and of every event of both versions. The linter
 * of the contract has checked the examples against their schemas.
 */
export function buildFixtures(
  { operations }: ApiVersion,
  document: OpenApiDocument,
  older: OpenApiDocument,
): Fixture[] {
  const fixtures = new Map<string, Fixture>();
  for (const operation of Object.values(operations)) {
    const response = findOperation(document, operation).responses['200'];
    const { data = {} } = asObject(jsonSchema(response).properties);
    const { items = data } = asObject(data);
    const { name: type, schema } = resolveSchema(document, asObject(items));
    // A union is not a resource; its choices are, such as the events.
    if (type === undefined || 'oneOf' in schema) continue;
    const example = listExamples(response).flatMap(({ data: found = {} }) =>
      isList(found) ? found : [found],
    )[0];
    if (example !== undefined)
      add({
        name: lowerFirst(type),
        type,
        isEvent: false,
        summary: String(schema.description),
        value: example,
      });
  }
  for (const { webhooks } of [document, older])
    for (const [type, { post }] of Object.entries(webhooks)) {
      const [value] = listExamples(post?.requestBody);
      if (!post || !value) throw new Error(`The event ${type} has no example.`);
      add({ name: camelCase(type), type, isEvent: true, summary: `${post.summary}.`, value });
    }
  return [...fixtures.values()];

  function add(fixture: Fixture): void {
    const known = fixtures.get(fixture.name);
    if (known && known.type !== fixture.type)
      throw new Error(`${known.type} and ${fixture.type} would both be ${fixture.name}.`);
    if (!known) fixtures.set(fixture.name, fixture);
  }
}

function listExamples(body: Parameters<typeof jsonSchema>[0]) {
  const media = asObject(asObject(body?.content)['application/json']);
  return Object.values(asObject(media.examples)).map((example) => asObject(asObject(example).value));
}

function isList(value: Json): value is readonly Json[] {
  return asList(value) === value;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `message.received` and `SMS_MESSAGE_STATUS` become `messageReceived` and `smsMessageStatus`. */
function camelCase(type: string): string {
  return type.toLowerCase().replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
