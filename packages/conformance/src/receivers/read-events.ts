import {
  asArray,
  asObject,
  convertSchema,
  createDocument,
  follow,
  isObject,
  type JsonObject,
} from '@parley/validation';
import { readExamples } from '../document/read-examples.js';
import { ConformanceError } from '../errors/conformance-error.js';
import { sampleEvents } from './sample-events.js';

/** An event that the document declares in its `webhooks`. */
export interface ReceiverEvent {
  readonly type: string;
  readonly schema: JsonObject;
  /** A valid body. */
  readonly example: JsonObject;
  /** The property of the body that has the type; `undefined` if the body does not repeat it. */
  readonly typeKey: string | undefined;
  readonly idKey: string | undefined;
  /** The property that has the time of the event. */
  readonly timeKey: string | undefined;
  /** The property that has the resource, if the resource has an `id`. */
  readonly resourceKey: string | undefined;
}

/** Reads the events of a document; of `types`, if they are named. */
export function readEvents(root: JsonObject, types: readonly string[] | undefined): ReceiverEvent[] {
  const document = createDocument(root);
  const declared = Object.entries(asObject(root.webhooks));
  const missing = types?.find((type) => !declared.some(([name]) => name === type));
  if (missing !== undefined) throw new ConformanceError(`The document has no event ${missing}.`);
  const events = declared
    .filter(([type]) => types?.includes(type) ?? true)
    .flatMap(([type, item]) => {
      const { requestBody } = asObject(follow(document, item).post);
      const media = asObject(asObject(follow(document, requestBody).content)['application/json']);
      if (media.schema === undefined) return [];
      const schema = convertSchema(document, media.schema, { direction: 'response', closed: false });
      const example = readExamples(document, media).find(isObject) ?? sampleEvents(schema, 1, 1)[0];
      return isObject(example) ? [describe(type, schema, example)] : [];
    });
  if (events.length === 0) throw new ConformanceError('The document declares no events (`webhooks`).');
  return events;
}

function describe(type: string, schema: JsonObject, example: JsonObject): ReceiverEvent {
  const entries = Object.entries(example);
  const keyOf = (matches: (key: string, value: unknown) => boolean) =>
    entries.find(([key, value]) => matches(key, value))?.[0];
  return {
    type,
    schema,
    example,
    typeKey: keyOf((_, value) => value === type),
    idKey: keyOf((key, value) => key === 'id' && typeof value === 'string'),
    timeKey: keyOf((_, value) => typeof value === 'string' && isTime.test(value)),
    resourceKey: keyOf((_, value) => typeof asObject(value).id === 'string' && asArray(value).length === 0),
  };
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
