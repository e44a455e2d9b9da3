/** Timeouts of a connection, and the number of connections. */
export interface ServerLimits {
  readonly headersTimeoutMs: number;
  /** For head and body together. */
  readonly requestTimeoutMs: number;
  /** How often those two are checked. */
  readonly checkIntervalMs: number;
  /** Without a byte in either direction. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
}

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  // A file of 16 MiB arrives in this time at half a megabit a second.
  requestTimeoutMs: 300_000,
  checkIntervalMs: 5_000,
  // Longer than any response is waited for: a mail may wait for a thread, and be parsed twice.
  idleTimeoutMs: 60_000,
  // Longer than the idle timeout of common load balancers, which would otherwise send into a closing connection.
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
};
