import type { EndpointHealth } from '../outcome/endpoint-health.js';

export type Admission =
  /** `release` returns true when the endpoint has recovered: its circuit was open and is closed now. */
  | { readonly kind: 'admitted'; readonly release: (health: EndpointHealth) => boolean }
  /** Nothing was sent, and no attempt is counted; the caller tries again at this time. */
  | { readonly kind: 'rejected'; readonly retryAtMs: number };
