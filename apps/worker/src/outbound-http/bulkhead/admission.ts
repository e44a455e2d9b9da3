import type { EndpointHealth } from '../outcome/endpoint-health.js';

export type Admission =
  | Admitted
  /** Nothing was sent, and no attempt is counted; the caller tries again after this time. */
  | { readonly kind: 'rejected'; readonly waitMs: number };

export interface Admitted {
  readonly kind: 'admitted';
  /**
   * Returns true when the endpoint has recovered: its circuit was open and is closed now. A second release has no effect, and
   * returns false.
   */
  readonly release: (health: EndpointHealth) => boolean;
}

/** Makes a request, and releases its admission even if it throws, which says nothing about the endpoint. */
export async function requestOnce<Result>(
  admission: Admitted,
  request: () => Promise<Result>,
  healthOf: (result: Result) => EndpointHealth,
): Promise<{ readonly result: Result; readonly hasRecovered: boolean }> {
  try {
    const result = await request();
    return { result, hasRecovered: admission.release(healthOf(result)) };
  } finally {
    admission.release('unknown');
  }
}
