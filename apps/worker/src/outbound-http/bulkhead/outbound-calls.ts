import type { EndpointHealth } from '../outcome/endpoint-health.js';
import { createEndpointGate, type EndpointGate } from './endpoint-bulkhead.js';

/** The way of a job to somebody whom a tenant named, who may take long or never answer. */
export interface Outside {
  /**
   * Makes one exchange, if the endpoint has a place for it. Else nothing was sent, and the job is to come back at that
   * moment. From here on the job holds up no other.
   */
  exchange<Result>(
    endpointKey: string,
    work: () => Promise<Result>,
    judge: (result: Result) => EndpointHealth,
  ): Promise<OutsideExchange<Result>>;
}

export type OutsideExchange<Result> =
  | { readonly kind: 'ended'; readonly result: Result }
  | { readonly kind: 'wait'; readonly at: Date };

/** Jobs that are outside at the same time. Each holds a connection and little else. */
export const maxOutside = 128;

/**
 * An endpoint that fails again and again has one exchange at a time, until one succeeds. It is not left alone for longer,
 * as a webhook is: messages and calls must come to an end, and it is their attempts that end them.
 */
export function createOutsideGate(): EndpointGate {
  return createEndpointGate({ maxInFlight: 16, maxTotal: maxOutside, firstPauseMs: 0, maxPauseMs: 0 });
}

export interface OutsideOptions {
  readonly gate: EndpointGate;
  readonly now: () => Date;
  readonly leavePlace: () => void;
}

export function createOutside({ gate, now, leavePlace }: OutsideOptions): Outside {
  return {
    async exchange(endpointKey, work, judge) {
      const entry = gate.tryEnter(endpointKey);
      // The gate knows the time of the process, the jobs that of the service.
      if (entry.kind === 'wait') {
        return { kind: 'wait', at: new Date(now().getTime() + Math.max(0, entry.untilMs - Date.now())) };
      }
      leavePlace();
      let health: EndpointHealth = 'unknown';
      try {
        const result = await work();
        health = judge(result);
        return { kind: 'ended', result };
      } finally {
        entry.leave(health);
      }
    },
  };
}
