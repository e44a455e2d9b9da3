import { type AutomationStatus, statement } from '@parley/database';
import { contacts } from '../contacts/contact-record.js';
import { resolveScheduledAt } from '../contacts/resolve-scheduled-at.js';
import type { Context } from '../context.js';
import { DomainError, type InvalidParams, notFound } from '../domain-error.js';
import { type FileReference, resolveFile } from '../files/resolve-file-urls.js';
import { isId, newId } from '../ids.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { findById } from '../resources/find-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { readingOnly } from '../sql/reading.js';
import { type Transaction, transact } from '../sql/transact.js';
import { requireScopes } from '../tenants/require-scopes.js';
import type { NewTime } from '../time-zones/read-local-time.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { findUnfilled } from './versions/find-unfilled.js';
import { hasMediaStep, noMediaStep } from './versions/has-media-step.js';

export interface AutomationTrigger {
  readonly automationId: string;
  readonly contactId: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** A time in the past means now. */
  readonly scheduledAt?: NewTime;
  /** The file that replaces the media of the template steps. */
  readonly media?: FileReference;
  /** The public URL of the service; without it, URLs of files are not recognized. */
  readonly publicUrl?: string;
}

export interface TriggeredRun {
  readonly runId: string;
}

/**
 * Creates a run of the active version, and the job that starts it when it is due. Both are rolled back when a
 * placeholder is certain to have no value.
 */
export async function triggerAutomation(context: Context, trigger: AutomationTrigger): Promise<TriggeredRun> {
  const { automationId, contactId, variables = {}, media, publicUrl = '' } = trigger;
  requireScopes(context, media ? ['files:read'] : []);
  const scheduledAt = await readStart(context, trigger);
  return transact(context, async (transaction) => {
    const { sql } = transaction;
    if (!isId(automationId)) throw notFound('automation');
    const contact = isId(contactId) ? contactId : null;
    const errors = new ValidationErrors();
    const mediaFileId =
      media &&
      (await resolveFile(transaction, context, { reference: media, path: 'media', publicUrl, errors }));
    const key = [context.tenantId, context.now(), automationId, contact];
    const values = [newId(), JSON.stringify(variables), scheduledAt ?? null, mediaFileId ?? null];
    const [outcome] = await sql(startRun, [...key, ...values]);
    if (!outcome?.automationStatus) throw notFound('automation');
    if (!outcome.isContactFound) throw notFound('contact');
    if (outcome.runId === null) throw new DomainError('automation_not_active');
    await checkSteps(transaction, context, { ...outcome, contactId, variables, media, errors });
    errors.throwIfAny();
    return { runId: outcome.runId };
  });
}

/**
 * Returns the instant at which the run starts; undefined when no time was sent. A local time with errors is reported
 * together with the other errors of the trigger, and before records that do not exist.
 */
async function readStart(context: Context, trigger: AutomationTrigger): Promise<string | undefined> {
  const { scheduledAt, problems } = await resolveStart(context, trigger);
  if (problems.length === 0) return scheduledAt;
  const invalidParams = await findTriggerErrors(context, trigger);
  throw new DomainError('invalid_body_params', { invalidParams });
}

/** Returns the validation errors of a trigger without creating a run. */
export async function findTriggerErrors(
  context: Context,
  { automationId, ...trigger }: ValidPart<AutomationTrigger> & Pick<AutomationTrigger, 'automationId'>,
): Promise<InvalidParams> {
  const { contactId: id = '', variables, media, publicUrl = '' } = trigger;
  const reading = readingOnly(context);
  const { tenantId } = context;
  const errors = new ValidationErrors();
  const isLater = await checkStart(context, trigger, errors);
  if (media) await resolveFile(reading, context, { reference: media, path: 'media', publicUrl, errors });
  const [active] = isId(automationId) ? await reading.sql(findActiveSteps, [tenantId, automationId]) : [];
  if (active === undefined) return errors.invalidParams;
  const contact = await findById(reading.sql, contacts, { tenantId, id });
  await checkSteps(reading, context, {
    steps: active.steps,
    isLater,
    contactId: contact?.id,
    variables: isRefused(trigger, 'variables') ? undefined : (variables ?? {}),
    media,
    errors,
  });
  return errors.invalidParams;
}

/** Returns whether the run starts later, which it may when the time has errors. */
async function checkStart(
  context: Context,
  trigger: ValidPart<AutomationTrigger>,
  errors: ValidationErrors,
): Promise<boolean> {
  const { scheduledAt, problems } = await resolveStart(context, trigger);
  for (const problem of problems) errors.add(...problem);
  if (scheduledAt === undefined) return problems.length > 0 || isRefused(trigger, 'scheduledAt');
  return new Date(scheduledAt) > context.now();
}

function resolveStart(context: Context, { scheduledAt, contactId }: ValidPart<AutomationTrigger>) {
  return resolveScheduledAt(context, { scheduledAt, recipient: { contactId } });
}

interface StepsToCheck {
  readonly steps: unknown;
  readonly isLater: boolean;
  /** Undefined when the contact is unknown; any attribute may then have a value. */
  readonly contactId: string | undefined;
  /** Undefined when they are unknown; any placeholder may then have a value. */
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly media: FileReference | undefined;
  readonly errors: ValidationErrors;
}

async function checkSteps(
  transaction: Transaction,
  context: Context,
  { steps, isLater, contactId, variables, media, errors }: StepsToCheck,
): Promise<void> {
  const planned = { steps, isLater, ...(contactId && { contactId }) };
  const missing = variables ? await findUnfilled(transaction, context, { ...planned, variables }) : [];
  for (const name of missing) errors.add(`variables.${name}`, 'invalid_type', 'Required');
  if (media && !(await hasMediaStep(transaction, context, { steps }))) errors.add(...noMediaStep);
}

interface Outcome {
  readonly automationStatus: AutomationStatus | null;
  readonly isContactFound: boolean;
  readonly runId: string | null;
  readonly isLater: boolean;
  readonly steps: unknown;
  readonly jobCount: number;
}

const dueAt = 'greatest($7::timestamptz, $2::timestamptz)';

const runJob = addJobsSql({
  task: 'run-automation',
  payload: { tenantId: '$1::uuid', runId: 'run.id' },
  from: 'run',
  runAt: dueAt,
});

const startRun = statement<Outcome>(
  'trigger-automation',
  `with automation as (
     select id, status, active_version_id from automations
     where tenant_id = $1::uuid and id = $3::uuid for key share
   ), contact as (
     select id from contacts where tenant_id = $1::uuid and id = $4::uuid and ${isNotErased('contacts.id')}
     for key share
   ), run as (
     insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, variables,
       media_file_id, scheduled_at, created_at, updated_at)
     select $1::uuid, $5::uuid, automation.id, automation.active_version_id, contact.id, $6::jsonb,
       $8::uuid, ${dueAt}, $2::timestamptz, $2::timestamptz
     from automation, contact where automation.status = 'active' and automation.active_version_id is not null
     returning id
   ), job as (${runJob})
   select (select status from automation) as "automationStatus",
     exists (select from contact) as "isContactFound",
     (select id from run) as "runId",
     ${dueAt} > $2::timestamptz as "isLater",
     (select version.steps from automation
       join automation_versions version on version.tenant_id = $1::uuid and version.id = automation.active_version_id)
       as steps,
     (select added from job) as "jobCount"`,
);

const findActiveSteps = statement<{ steps: unknown }>(
  'find-active-steps',
  `select version.steps from automations automation
   join automation_versions version
     on version.tenant_id = automation.tenant_id and version.id = automation.active_version_id
   where automation.tenant_id = $1::uuid and automation.id = $2::uuid and automation.status = 'active'`,
);
