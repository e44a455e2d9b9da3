import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { DomainError, type InvalidParams, invalidParam } from '../domain-error.js';
import { isId } from '../ids.js';
import { findById } from '../resources/find-by-id.js';
import { checkCondition } from '../search/check-condition.js';
import { compileQuery } from '../search/compile-query.js';
import { withinSearch } from '../search/run-search.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { segments } from './segment-record.js';

export interface SegmentToPreview {
  readonly query?: string;
  readonly segmentId?: string;
  /** The number after which counting stops. */
  readonly countUpTo?: number;
}

export interface SegmentPreviewRecord {
  readonly total: number;
  readonly totalIsLowerBound: boolean;
  /** The number of counted contacts that are subscribed. */
  readonly subscribed: number;
}

/** Counts the contacts that an expression finds, within the bounds of the searches of the workspace. */
export async function previewSegment(
  context: Context,
  wanted: SegmentToPreview,
): Promise<SegmentPreviewRecord> {
  const invalidParams = await findSegmentPreviewErrors(context, wanted);
  if (Object.keys(invalidParams).length > 0) throw new DomainError('invalid_body_params', { invalidParams });
  const query = wanted.query ?? (await requireQuery(context, wanted.segmentId));
  const { countUpTo } = wanted;
  const counted = await withinSearch(context, async ({ lookUp, run }) => {
    const { where, scope } = await compileQuery(context, contacts, { query, lookUp });
    const bound = countUpTo === undefined ? '' : `limit ${scope.parameters.add(countUpTo, 'bigint')} + 1`;
    return run<Counted>(
      `select count(*)::int as total, (count(*) filter (where is_subscribed))::int as subscribed
       from (select contacts.is_subscribed from contacts where ${where} ${bound}) counted`,
      scope.parameters,
    );
  });
  if (countUpTo === undefined || counted.total <= countUpTo) return { ...counted, totalIsLowerBound: false };
  return {
    total: countUpTo,
    totalIsLowerBound: true,
    subscribed: Math.min(counted.subscribed, countUpTo),
  };
}

interface Counted {
  readonly total: number;
  readonly subscribed: number;
}

/** Returns the validation errors of a preview. */
export async function findSegmentPreviewErrors(
  context: Context,
  wanted: ValidPart<SegmentToPreview>,
): Promise<InvalidParams> {
  const { query, segmentId } = wanted;
  const errors = new ValidationErrors();
  if (query !== undefined && segmentId !== undefined) {
    errors.add('segmentId', 'unrecognized_keys', 'A preview has either a query or a segment');
  }
  if (!('query' in wanted || 'segmentId' in wanted)) errors.add('query', 'invalid_type', 'Required');
  const found = query === undefined ? {} : await checkCondition(context, contacts, query);
  return { ...errors.invalidParams, ...found };
}

async function requireQuery({ database, tenantId }: Context, id = ''): Promise<string> {
  const segment = isId(id) ? await findById(database.sql, segments, { tenantId, id }) : undefined;
  if (segment === undefined) throw invalidParam('segmentId', 'not_found', 'Segment not found');
  return segment.query;
}
