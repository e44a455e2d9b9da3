import { seedOf } from '../generate/seed-of.js';
import type { CheckName } from './checks.js';
import { createDelivery, createSecret, type Delivery, withHeaders } from './delivery.js';
import type { Plan, PlanContext } from './plan.js';
import type { ReceiverEvent } from './read-events.js';
import { sampleEvents } from './sample-events.js';
import {
  beyondAscii,
  type Variant,
  withNonAscii,
  withNulls,
  withUnknownFields,
  withUnknownValues,
} from './vary-event.js';

/** Plans the checks of single deliveries that a receiver must accept. */
export function planAccepted(name: CheckName, context: PlanContext): Plan | undefined {
  const { events, settings } = context;
  const [first] = events;
  const secrets = [settings.secret];
  const each = (vary: (event: ReceiverEvent) => readonly Variant[]) =>
    events.flatMap((event) => vary(event).map((variant) => [createDelivery(event, { secrets, ...variant })]));
  switch (name) {
    case 'valid':
      return each(({ example }) => [{ body: example }]);
    case 'null-values':
      return each(withNulls);
    case 'other-values':
      return each(({ type, schema }) =>
        sampleEvents(schema, settings.samplesPerEvent, seedOf(settings.seed, type)).map((body) => ({ body })),
      );
    case 'other-json':
      return [[createDelivery(first, { secrets, write: (body) => reformat(JSON.stringify(body, null, 3)) })]];
    case 'non-ascii':
      return planNonAscii(context);
    case 'unknown-field':
      return each((event) => [withUnknownFields(event)]);
    case 'unknown-enum-value':
      return each(withUnknownValues);
    case 'unknown-type':
      return planUnknownType(context);
    case 'rotated-secret':
      return [
        [createDelivery(first, { secrets: [createSecret(), settings.secret], detail: 'the last one' })],
        [createDelivery(first, { secrets: [settings.secret, createSecret()], detail: 'the first one' })],
      ];
    case 'other-signature-version':
      return [[addVersion(createDelivery(first, { secrets }))]];
    default:
      return undefined;
  }
}

/** The same JSON in bytes that no serializer writes: spaces, and an escaped letter in the first key. */
function reformat(json: string): string {
  const [letter = ''] = /[a-z]/i.exec(json) ?? [];
  return json.replace(letter, `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function planNonAscii({ events, settings }: PlanContext): Plan {
  for (const event of events) {
    const variant = withNonAscii(event);
    if (!variant) continue;
    const delivery = createDelivery(event, { secrets: [settings.secret], ...variant });
    // Two bytes before the end of the text are in the middle of its last character.
    const middle = delivery.body.indexOf(beyondAscii) + Buffer.byteLength(beyondAscii) - 2;
    return [[{ ...delivery, parts: [delivery.body.subarray(0, middle), delivery.body.subarray(middle)] }]];
  }
  return [];
}

function planUnknownType({ events: [first], settings }: PlanContext): Plan {
  if (settings.events) return 'the receiver is subscribed to the types that --event names';
  if (first.typeKey === undefined) return 'the body of an event does not have its type';
  const body = { ...first.example, [first.typeKey]: 'type.added_later' };
  return [[{ ...createDelivery(first, { secrets: [settings.secret], body }), type: 'type.added_later' }]];
}

/** `v1a` is an asymmetric signature in Standard Webhooks. */
function addVersion(delivery: Delivery): Delivery {
  const other = `v1a,${Buffer.alloc(64, 7).toString('base64')}`;
  return withHeaders(delivery, { 'webhook-signature': `${other} ${delivery.headers['webhook-signature']}` });
}
