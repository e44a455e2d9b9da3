import { statement } from '@parley/database';
import { contacts } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { contactFields } from '../messages/contact-variables.js';
import { findPlaceholders, normalizeName, type TemplateVariables } from '../messages/render-template.js';
import { findById } from '../resources/find-by-id.js';
import type { Transaction } from '../sql/transact.js';
import { type CertainStep, findCertainSteps } from './find-certain-steps.js';
import { readStoredSteps } from './read-stored-steps.js';
import type { AutomationStep } from './steps.js';
import { textsOfStep } from './texts-of-step.js';

/** A run before it starts, or all runs of a campaign. */
export interface PlannedRun {
  /** Steps of the version that is to run, as stored. */
  readonly steps: unknown;
  readonly variables: TemplateVariables;
  /** Undefined for the contacts of a campaign. */
  readonly contactId?: string;
  /** Sent by the first template step instead of the template it names. */
  readonly messageTemplateId?: string | null;
  /** Whether it starts later than now. */
  readonly isLater?: boolean;
}

/**
 * The placeholders that are certain to have no value: no variable, no field and no attribute fills them, in a step that
 * every run reaches. In other steps a missing value fails the step when it is reached.
 */
export async function findUnfilled(
  transaction: Transaction,
  context: Context,
  planned: PlannedRun,
): Promise<string[]> {
  const steps = readStoredSteps(planned.steps);
  const certain = findCertainSteps(steps);
  const bodies = await findBodies(transaction, context, { steps, certain, planned });
  const given = new Set([...Object.keys(planned.variables).map(normalizeName), ...contactFields]);
  const open = certain.flatMap((place): OpenPlaceholder[] => {
    const { step, position } = place;
    const own = step.type === 'send_template' ? Object.keys(step.variables ?? {}).map(normalizeName) : [];
    const ofTexts = textsOfStep(step).flatMap(([, text]) => findPlaceholders(text));
    const ofBody = findPlaceholders(bodies.get(position) ?? '').filter((name) => !own.includes(name));
    return [...ofTexts, ...ofBody].filter((name) => !given.has(name)).map((name) => ({ name, place }));
  });
  if (open.length === 0) return [];
  const attributes = await findKnownAttributes(transaction, context, { open, planned });
  const unfilled = open.filter(({ name, place }) => !attributes.mayFill(name, place));
  return [...new Set(unfilled.map(({ name }) => name))];
}

interface OpenPlaceholder {
  readonly name: string;
  readonly place: CertainStep;
}

/** The texts of the templates that are sent for certain, by the position of their step. */
async function findBodies(
  { sql }: Transaction,
  { tenantId }: Context,
  {
    steps,
    certain,
    planned,
  }: { steps: readonly AutomationStep[]; certain: CertainStep[]; planned: PlannedRun },
): Promise<ReadonlyMap<number, string>> {
  const first = steps.findIndex(({ type }) => type === 'send_template');
  const named = certain.flatMap(({ step, position }): [number, string][] => {
    if (step.type !== 'send_template') return [];
    const instead = position === first ? planned.messageTemplateId : null;
    return [[position, (instead ?? step.messageTemplateId).toLowerCase()]];
  });
  if (named.length === 0) return new Map();
  const ids = [...new Set(named.map(([, id]) => id).filter(isId))];
  const found = await sql(findTemplates, [tenantId, ids]);
  const bodies = new Map(found.map(({ id, body }) => [id, body]));
  return new Map(named.map(([position, id]) => [position, bodies.get(id) ?? '']));
}

const findTemplates = statement<{ id: string; body: string }>(
  'find-templates-of-planned-run',
  `select id, body from message_templates where tenant_id = $1::uuid and id = any ($2::uuid[])`,
);

interface KnownAttributes {
  mayFill(name: string, place: CertainStep): boolean;
}

/** An attribute that the contact lacks can still be filled when it exists and something may set it before the step. */
async function findKnownAttributes(
  { sql }: Transaction,
  { tenantId }: Context,
  { open, planned }: { open: readonly OpenPlaceholder[]; planned: PlannedRun },
): Promise<KnownAttributes> {
  const { contactId, isLater = false } = planned;
  const names = [...new Set(open.map(({ name }) => name))];
  const existing = new Set((await sql(findAttributes, [tenantId, names])).map(({ name }) => name));
  const contact =
    contactId === undefined ? undefined : await findById(sql, contacts, { tenantId, id: contactId });
  const set = new Set(contact?.attributes.map(({ externalId }) => externalId));
  const isOpen = contactId === undefined || isLater;
  return {
    mayFill: (name, { attributesSet, mayContactChange }) =>
      set.has(name) || (existing.has(name) && (isOpen || mayContactChange || attributesSet.has(name))),
  };
}

const findAttributes = statement<{ name: string }>(
  'find-attributes-of-planned-run',
  `select external_id as name from attributes where tenant_id = $1::uuid and external_id = any ($2::text[])`,
);
