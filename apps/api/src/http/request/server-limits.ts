/** Timeouts of connections, and their maximum number. */
export interface ServerLimits {
  readonly headersTimeoutMs: number;
  /** The timeout for the head and the body together. */
  readonly requestTimeoutMs: number;
  /** How often the two timeouts above are checked. */
  readonly checkIntervalMs: number;
  /** The timeout of a connection on which no byte is sent in either direction. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
}

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  // A file of 16 MiB arrives in this time at half a megabit a second.
  requestTimeoutMs: 300_000,
  checkIntervalMs: 5_000,
  // This is longer than the slowest response: a mail may wait for a parser thread and may be parsed twice.
  idleTimeoutMs: 60_000,
  // This is longer than the idle timeout of common load balancers; they could otherwise send a request on a closing
  // connection.
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
};
