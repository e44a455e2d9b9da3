import type { Sql } from '@parley/database';
import { textOfItsContact } from '../contacts/contact-text.js';
import type { Context } from '../context.js';
import { defineChild, requireChild } from '../resources/child.js';
import type { RecordSource } from '../resources/resource.js';
import { enumField } from '../search/declared-enums.js';
import type { Searchable } from '../search/searchable.js';
import { jsonList, jsonObject, timestampText } from '../sql/json.js';
import { automations } from './automation-record.js';
import type { AskOutcome } from './runs/ask-outcome.js';
import { type AutomationRunRecord, runColumns, runJson } from './runs/run-json.js';
import type { RunError } from './versions/step-failure.js';
import type { StepType } from './versions/steps.js';

/** A run with its input and the steps that it has performed. */
export interface AutomationRunDetailRecord extends AutomationRunRecord {
  readonly variables: Readonly<Record<string, string>>;
  readonly mediaFileId: string | null;
  readonly steps: readonly AutomationRunStepRecord[];
}

export interface AutomationRunStepRecord {
  readonly position: number;
  readonly type: StepType;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly result: StepResult | null;
  readonly error: RunError | null;
}

/** The result of a step; keys that do not belong to its type are absent. */
interface StepResult {
  readonly messageId?: string;
  readonly isMet?: boolean;
  readonly statusCode?: number;
  readonly outcome?: AskOutcome;
}

const source: RecordSource<AutomationRunRecord> = {
  name: 'automation_run',
  table: 'automation_runs',
  recordOf: runJson,
};

/** Defines the search over the runs of one automation. */
export function runsOf(automationId: string): Searchable<AutomationRunRecord> {
  return {
    ...source,
    parent: { resource: automations, id: automationId, column: 'automation_id' },
    searchColumn: textOfItsContact,
    fields,
  };
}

/**
 * The fields that a search can use. Times that change with every step are omitted, because an index on such a time
 * would slow down each step.
 */
const fields: Searchable<AutomationRunRecord>['fields'] = {
  id: { kind: 'id', column: 'id' },
  createdAt: { kind: 'timestamp', column: 'created_at' },
  automationVersionId: { kind: 'id', column: 'automation_version_id' },
  contactId: { kind: 'id', column: 'contact_id' },
  chatId: { kind: 'id', column: 'chat_id' },
  status: { ...enumField('automation_run_status'), column: 'status' },
  scheduledAt: { kind: 'timestamp', column: 'scheduled_at' },
  finishedAt: { kind: 'timestamp', column: 'finished_at' },
};

export function getAutomationRun(
  context: Context,
  key: { automationId: string; runId: string },
): Promise<AutomationRunDetailRecord> {
  return requireRun(context.database.sql, context, key);
}

/** Like `getAutomationRun`, but inside a transaction. */
export function requireRun(
  sql: Sql,
  { tenantId }: Context,
  { automationId, runId }: { automationId: string; runId: string },
): Promise<AutomationRunDetailRecord> {
  return requireChild(sql, runDetails, { tenantId, parentId: automationId, id: runId });
}

const runDetails = defineChild<AutomationRunDetailRecord>({
  name: 'automation_run',
  table: 'automation_runs',
  parent: automations,
  column: 'automation_id',
  recordOf: (row) =>
    jsonObject<AutomationRunDetailRecord>({
      ...runColumns(row),
      variables: `${row}.variables`,
      mediaFileId: `${row}.media_file_id`,
      steps: jsonList({
        item: jsonObject<AutomationRunStepRecord>({
          position: 'step.position',
          type: 'step.type',
          startedAt: timestampText('step.started_at'),
          finishedAt: timestampText('step.finished_at'),
          result: 'step.result',
          error: 'step.error',
        }),
        from: `automation_run_steps step where step.tenant_id = ${row}.tenant_id and step.run_id = ${row}.id`,
        orderBy: 'step.number',
      }),
    }),
});
