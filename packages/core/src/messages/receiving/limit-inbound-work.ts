import { limitToHalf } from '../../sql/limit-bulk-work.js';

/**
 * What a provider reports and what needs a transaction after that of its batch uses at most half of the connections, and the
 * tenants that receive share them. A channel whose messages cannot share a transaction, or that gets fifty requests with
 * statuses at a time, would otherwise use all connections, and the message of another tenant would wait for them.
 */
export const limitInboundWork = limitToHalf({ waitMs: 10_000, sharedForMs: 1_000 });
