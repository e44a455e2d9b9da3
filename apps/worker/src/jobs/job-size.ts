/** Returns the number of deliveries of a job, or 1 for any other job; `parley_quiet.job_size` computes the same. */
export function sizeOf(payload: unknown): number {
  const ids =
    typeof payload === 'object' && payload !== null && 'deliveryIds' in payload ? payload.deliveryIds : [];
  return Array.isArray(ids) ? Math.max(1, ids.length) : 1;
}
