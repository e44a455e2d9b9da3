import type { Delivery } from './delivery.js';
import type { ReceiverEvent } from './read-events.js';
import type { ReceiverSettings } from './receiver-options.js';

export interface PlanContext {
  /** The events to deliver; there is at least one. */
  readonly events: readonly [ReceiverEvent, ...ReceiverEvent[]];
  readonly settings: ReceiverSettings;
}

/** The deliveries of a check, in steps: those of one step are sent at the same time. A text says why there are none. */
export type Plan = readonly (readonly Delivery[])[] | string;
