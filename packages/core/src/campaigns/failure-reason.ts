import { jsonObject } from '../sql/json.js';

/** Why a campaign or one of its sends failed: a stable code, and a message for a person. */
export interface FailureReason {
  readonly code: string;
  readonly message: string;
}

export const automationNotActive: FailureReason = {
  code: 'automation_not_active',
  message: 'The automation was not active when the campaign was due.',
};

export const audienceInvalid: FailureReason = {
  code: 'audience_invalid',
  message: 'The expression of the audience was no longer valid when the occurrence was due.',
};

export function audienceTooLarge(maximum: number): FailureReason {
  return {
    code: 'audience_too_large',
    message: `The audience had more than ${maximum} contacts when the occurrence was due.`,
  };
}

export const startAbandoned: FailureReason = {
  code: 'internal_error',
  message: 'The campaign could not be started because of an internal error.',
};

const unknown: FailureReason = { code: 'unknown', message: 'No reason is known.' };

const statuses = ['pending', 'sent', 'delivered', 'read', 'failed', 'skipped', 'canceled'];

/** Returns the stored reason, or `unknown`: providers can report a failure without a reason. */
export function knownReasonSql(stored: string): string {
  const { code, message } = unknown;
  return `coalesce(${stored}, jsonb_build_object('code', '${code}', 'message', '${message}'))`;
}

/**
 * Returns the SQL expression for the reason of a campaign: its own when it failed as a whole, otherwise the number of
 * its failed sends and the reason of the first one. Where none has failed, no send is read.
 */
export function campaignFailureSql(row: string): string {
  const failedSends = `from campaign_sends send
    where send.tenant_id = ${row}.tenant_id and send.campaign_id = ${row}.id and send.status = 'failed'`;
  const sum = (...columns: string[]) =>
    `(select ${columns.map((column) => `coalesce(sum(change.${column}), 0)`).join(' + ')} from campaign_result_changes change
      where change.tenant_id = ${row}.tenant_id and change.campaign_id = ${row}.id)`;
  return `case when ${row}.status = 'failed' then ${knownReasonSql(`${row}.failure_reason`)}
    when ${sum('failed')} > 0 then (
    select ${jsonObject<FailureReason>({
      code: `'recipients_failed'`,
      message: `${sum('failed')} || ' of ' || ${sum(...statuses)}
        || ' sends failed. The first: ' || (${knownReasonSql('first.reason')} ->> 'message')`,
    })}::jsonb
    from (
      select coalesce(
        (select message.errors -> 0 from messages message
          where message.tenant_id = send.tenant_id and message.id = send.message_id),
        (select run.error from automation_runs run
          where run.tenant_id = send.tenant_id and run.campaign_send_id = send.id)
      ) as reason ${failedSends} order by send.updated_at, send.id limit 1
    ) first
  ) end`;
}
