/**
 * Returns the condition that one of the given workers holds the lease of a row with `lease_token`. The tokens of a
 * worker start with the first six bytes of its id.
 */
export function isOfDeadWorker(workerIds: string): string {
  return `substring(uuid_send(lease_token) for 6) in (
    select substring(uuid_send(dead.id) for 6) from unnest(${workerIds}::uuid[]) as dead(id))`;
}
