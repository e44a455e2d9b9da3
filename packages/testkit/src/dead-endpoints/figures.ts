/** Results of a run. */
export interface Figures {
  readonly seconds: number;
  readonly eventsAsked: number;
  readonly eventsWritten: number;
  /** The number that PostgreSQL counts for the database. */
  readonly deadlocks: number;
  /** The number in the logs of the processes: PostgreSQL does not count a deadlock of a client that disconnected. */
  readonly deadlocksLogged: number;
  readonly queueRestarts: number;
  readonly workerStarts: number;
  readonly workers: number;
  /** Attempts at the dead endpoints, all of which failed. */
  readonly deadAttempts: number;
  readonly deadDeliveriesAttempted: number;
  readonly deadDeliveriesWaiting: number;
  readonly healthyReceived: number;
  /** The time from the first written event to the last received event. */
  readonly healthySeconds: number;
  readonly healthyLatencyMs: { readonly median: number; readonly p99: number };
}

export function describeFigures(figures: Figures): string[] {
  const { healthyReceived, healthySeconds, healthyLatencyMs } = figures;
  const perSecond = healthySeconds > 0 ? healthyReceived / healthySeconds : 0;
  return [
    `events written: ${figures.eventsWritten} of ${figures.eventsAsked}, in a run of ${figures.seconds} s`,
    `deadlocks: ${figures.deadlocks} by PostgreSQL, ${figures.deadlocksLogged} in the logs`,
    `queue restarts: ${figures.queueRestarts}; worker starts: ${figures.workerStarts} of ${figures.workers} workers`,
    `dead endpoints: ${figures.deadAttempts} attempts for ${figures.deadDeliveriesAttempted} deliveries, ${figures.deadDeliveriesWaiting} deliveries wait`,
    `healthy endpoint: ${healthyReceived} events, ${perSecond.toFixed(1)} a second, latency ${healthyLatencyMs.median} ms median, ${healthyLatencyMs.p99} ms p99`,
  ];
}

/** Finds the problems of a run. A run with too few attempts counts as a problem too. */
export function findProblems(figures: Figures): string[] {
  const problems: string[] = [];
  const { deadlocks, deadlocksLogged, eventsAsked, eventsWritten, healthyReceived } = figures;
  if (deadlocks + deadlocksLogged > 0) problems.push(`${Math.max(deadlocks, deadlocksLogged)} deadlocks`);
  if (figures.queueRestarts > 0) problems.push(`${figures.queueRestarts} restarts of a queue`);
  if (figures.workerStarts > figures.workers)
    problems.push(`${figures.workerStarts - figures.workers} restarts of a worker`);
  if (eventsWritten < eventsAsked)
    problems.push(`only ${eventsWritten} of ${eventsAsked} events were written`);
  if (healthyReceived < eventsWritten)
    problems.push(`the healthy endpoint got ${healthyReceived} of ${eventsWritten} events`);
  if (figures.deadAttempts === 0) problems.push('no dead endpoint was attempted');
  return problems;
}

export interface LoggedTrouble {
  readonly deadlocksLogged: number;
  readonly queueRestarts: number;
  readonly workerStarts: number;
}

/** Reads the logs of workers, with one JSON object per line. */
export function readTrouble(logs: readonly string[]): LoggedTrouble {
  const text = logs.join('\n');
  const count = (part: string) => text.split(part).length - 1;
  return {
    deadlocksLogged: text.split('\n').filter((line) => line.includes('deadlock detected')).length,
    queueRestarts: count('"msg":"the queue was started again"'),
    workerStarts: count('"msg":"worker started"'),
  };
}
