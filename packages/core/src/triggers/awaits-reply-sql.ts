/** Returns the SQL condition that the run waits for a reply. An index finds such runs by their chat. */
export function awaitsReplySql(run: string): string {
  return `${run}.status = 'running' and ${run}.asked_at is not null and ${run}.reply_message_id is null`;
}

/** Returns a query of the id of the question that the run asks: the first message of its step, which a retry repeats. */
export function questionIdSql(run: string): string {
  return `select (step.result ->> 'messageId')::uuid from automation_run_steps step
    where step.tenant_id = ${run}.tenant_id and step.run_id = ${run}.id and step.position = ${run}.position
      and step.result ->> 'messageId' is not null
    order by step.number limit 1`;
}
