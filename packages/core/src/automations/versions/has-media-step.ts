import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { hasMediaSql } from '../../messages/content/prepare-template.js';
import type { Transaction } from '../../sql/transact.js';
import type { PlannedRun } from './find-unfilled.js';
import { readStoredSteps } from './read-stored-steps.js';
import { flattenSteps } from './step-tree.js';

/** Whether a template step has media that can be replaced. A step that a condition or a branch may skip counts too. */
export async function hasMediaStep(
  { sql }: Transaction,
  { tenantId }: Context,
  { steps: stored, messageTemplateId }: Pick<PlannedRun, 'steps' | 'messageTemplateId'>,
): Promise<boolean> {
  const steps = flattenSteps(readStoredSteps(stored)).filter((step) => step.type === 'send_template');
  if (steps.some(({ mediaFileId }) => mediaFileId)) return true;
  const ids = steps.map((step, index) => (index === 0 && messageTemplateId) || step.messageTemplateId);
  const [found] = await sql(findMedia, [tenantId, ids.filter(isId)]);
  return found !== undefined;
}

const findMedia = statement<{ id: string }>(
  'find-template-with-media',
  `select id from message_templates template
   where tenant_id = $1::uuid and id = any ($2::uuid[]) and ${hasMediaSql('template')} limit 1`,
);

/** Error for media that no step would send. */
export const noMediaStep = [
  'media',
  'unrecognized_keys',
  'The automation has no template step with media',
] as const;
