/**
 * Returns how many searches a tenant may run at the same time in one process: at most half as many as there are
 * connections for searches, so that another tenant finds a free one.
 */
export function searchesAtOnce(limit: number, connections: number): number {
  return Math.min(limit, Math.ceil(connections / 2));
}
