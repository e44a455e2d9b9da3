/** How long a caller waits by default: a scrape of Prometheus ends after ten seconds, and usually reads more. */
export const boundedReadMs = 3_000;

interface BoundedReadOptions {
  /** A value is used again for this time. */
  readonly freshMs: number;
  /** How long a caller waits. Default is three seconds. */
  readonly waitMs?: number;
}

/**
 * Returns a function that reads from the database for metrics and probes. It returns undefined if the database does not
 * respond in time, or if the read fails. Callers share one read, and while it runs there is no other: if the database
 * hangs, the statements of a scrape would otherwise use up the connections.
 */
export function boundedRead<Value>(
  read: () => Promise<Value>,
  { freshMs, waitMs = boundedReadMs }: BoundedReadOptions,
): () => Promise<Value | undefined> {
  let known: Value | undefined;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<Value | undefined> | undefined;

  async function run(): Promise<Value | undefined> {
    known = await read().catch(() => undefined);
    knownAtMs = performance.now();
    running = undefined;
    return known;
  }

  return async () => {
    if (performance.now() - knownAtMs < freshMs) return known;
    running ??= run();
    return within(waitMs, running);
  };
}

async function within<Value>(waitMs: number, running: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, waitMs, undefined);
  });
  return Promise.race([running, overdue]).finally(() => clearTimeout(timer));
}
