import { randomUUID } from 'node:crypto';
import { asObject } from '@parley/validation';
import type { CheckName } from './checks.js';
import { createDelivery, type Delivery, repeatDelivery } from './delivery.js';
import type { Plan, PlanContext } from './plan.js';
import type { ReceiverEvent } from './read-events.js';

/** The age of a first attempt when the next one is sent. */
const retryAfterSeconds = 10;

/** As many deliveries as the service sends to one receiver at the same time. */
const mostAtATime = 16;

/** Plans the checks of several deliveries that a receiver must accept. */
export function planRepeated(name: CheckName, context: PlanContext): Plan | undefined {
  const { events, settings } = context;
  const [first] = events;
  const secrets = [settings.secret];
  const createTwo = (): [Delivery, Delivery] => {
    const delivery = createDelivery(first, { secrets, ageSeconds: retryAfterSeconds });
    return [delivery, repeatDelivery(delivery, { secrets })];
  };
  switch (name) {
    case 'duplicate':
      return createTwo().map((delivery) => [delivery]);
    case 'concurrent-duplicate':
      return [createTwo()];
    case 'burst':
      return [Array.from({ length: mostAtATime }, () => createDelivery(first, { secrets }))];
    case 'out-of-order':
      return planOutOfOrder(context);
    default:
      return undefined;
  }
}

/** Delivers the newer state of a resource before the older one. */
function planOutOfOrder({ events, settings }: PlanContext): Plan {
  const event = events.find(isSnapshot);
  if (!event?.resourceKey || !event.timeKey) return 'no event of the document has the state of a resource';
  const { resourceKey } = event;
  const resource = { ...asObject(event.example[resourceKey]), id: randomUUID() };
  const create = (ageSeconds: number): Delivery => {
    const at = new Date(Date.now() - ageSeconds * 1000).toISOString();
    const state = 'updatedAt' in resource ? { ...resource, updatedAt: at } : resource;
    const body = { ...event.example, [resourceKey]: state };
    const delivery = createDelivery(event, { secrets: [settings.secret], body, ageSeconds });
    return { ...delivery, resourceId: resource.id };
  };
  return [[create(0)], [create(60)]];
}

/** An event that reports a change has the whole state, and replaces the one before. */
function isSnapshot({ type, resourceKey, timeKey }: ReceiverEvent): boolean {
  return /updated|changed|status/i.test(type) && resourceKey !== undefined && timeKey !== undefined;
}
