import type { ClaimedDelivery } from '@parley/core';

/**
 * Deliveries of one event that were claimed together have the same event object. Its body is written once for each name
 * under which the subscribers receive the event, and kept as long as one of them is in flight.
 */
export class SharedBodies {
  readonly #bodies = new WeakMap<ClaimedDelivery['event'], Map<string, Promise<string>>>();

  get(delivery: ClaimedDelivery, write: (delivery: ClaimedDelivery) => Promise<string>): Promise<string> {
    const { event, eventType } = delivery;
    const bodies = this.#bodies.get(event) ?? new Map<string, Promise<string>>();
    this.#bodies.set(event, bodies);
    const body = bodies.get(eventType) ?? write(delivery);
    bodies.set(eventType, body);
    return body;
  }
}
