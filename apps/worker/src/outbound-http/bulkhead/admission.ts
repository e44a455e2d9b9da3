import type { EndpointHealth } from '../outcome/endpoint-health.js';

export type GateEntry =
  /** Leaving tells whether the endpoint, which had been resting, is well now. */
  | { readonly kind: 'entered'; readonly leave: (health: EndpointHealth) => boolean }
  /** Nothing was sent and no attempt is to be counted: come back at this instant. */
  | { readonly kind: 'wait'; readonly untilMs: number };
