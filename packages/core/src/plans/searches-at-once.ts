/**
 * The searches that a tenant runs at the same time in one process: at most half of the connections for searches, so that
 * another tenant finds a free one.
 */
export function searchesAtOnce(limit: number, connections: number): number {
  return Math.min(limit, Math.ceil(connections / 2));
}
