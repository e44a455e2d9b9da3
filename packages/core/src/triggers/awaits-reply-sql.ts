/** Returns the SQL condition that the run waits for a reply. An index finds such runs by their chat. */
export function awaitsReplySql(run: string): string {
  return `${run}.status = 'running' and ${run}.asked_at is not null and ${run}.reply_message_id is null`;
}
