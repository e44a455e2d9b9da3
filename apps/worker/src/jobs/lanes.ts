/**
 * Whether a lane holds bulk work. Such lanes are 0 and above; the priority of a job is its lane (`installJobLanes`).
 */
export function isBulkLane(lane: number): boolean {
  return lane >= 0;
}

/** The interactive and the bulk lane of a tenant come from one number, which this function returns. */
export function tenantOf(lane: number): number {
  return isBulkLane(lane) ? lane : -2 - lane;
}
