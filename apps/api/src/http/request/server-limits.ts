/** How long a client may take, and how many may come at once. */
export interface ServerLimits {
  readonly headersTimeoutMs: number;
  /** For head and body together. */
  readonly requestTimeoutMs: number;
  /** How often those two are looked at. */
  readonly checkIntervalMs: number;
  /** Without a byte in either direction. */
  readonly idleTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
}

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  // A file of 16 MiB comes in this time over half a megabit a second.
  requestTimeoutMs: 300_000,
  checkIntervalMs: 5_000,
  idleTimeoutMs: 120_000,
  // Longer than the idle time of common load balancers, which would else send into a closing connection.
  keepAliveTimeoutMs: 65_000,
  maxConnections: 10_000,
};
