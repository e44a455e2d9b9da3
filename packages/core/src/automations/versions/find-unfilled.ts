import { statement } from '@parley/database';
import { contacts } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { contactFields, contactVariables } from '../../messages/content/contact-variables.js';
import {
  findPlaceholders,
  normalizeName,
  type TemplateVariables,
} from '../../messages/content/render-template.js';
import { findTemplatePlaceholders, type TemplateTexts } from '../../messages/content/template-texts.js';
import { findById } from '../../resources/find-by-id.js';
import type { Transaction } from '../../sql/transact.js';
import { type CertainStep, findCertainSteps } from './find-certain-steps.js';
import { readStoredSteps } from './read-stored-steps.js';
import { flattenSteps } from './step-tree.js';
import type { AutomationStep } from './steps.js';
import { textsOfStep } from './texts-of-step.js';

/** A run before it starts, or all runs of a campaign. */
export interface PlannedRun {
  /** The steps of the version that is to run, as stored. */
  readonly steps: unknown;
  readonly variables: TemplateVariables;
  /** Undefined for the contacts of a campaign. */
  readonly contactId?: string;
  /** The template that the first template step sends instead of its own. */
  readonly messageTemplateId?: string | null;
  /** Whether the run starts in the future. */
  readonly isLater?: boolean;
}

/**
 * Returns the placeholders that are certain to have no value: no variable, field or attribute fills them, in a step
 * that every run reaches. In other steps, and for single recipients of a campaign, a missing value fails the step when
 * it is reached.
 */
export async function findUnfilled(
  transaction: Transaction,
  context: Context,
  planned: PlannedRun,
): Promise<string[]> {
  const steps = readStoredSteps(planned.steps);
  const certain = findCertainSteps(steps);
  const templates = await findTemplates(transaction, context, { steps, certain, planned });
  const given = new Set(Object.keys(planned.variables).map(normalizeName));
  const open = certain.flatMap((place): OpenPlaceholder[] => {
    const { step, position } = place;
    const own = step.type === 'send_template' ? Object.keys(step.variables ?? {}).map(normalizeName) : [];
    const ofTexts = textsOfStep(step).flatMap(([, text]) => findPlaceholders(text));
    const ofTemplate = (templates.get(position) ?? []).filter((name) => !own.includes(name));
    const isOpen = (name: string) => !given.has(name) && !place.variablesSet.has(name);
    return [...ofTexts, ...ofTemplate].filter(isOpen).map((name) => ({ name, place }));
  });
  if (open.length === 0) return [];
  const contact = await findKnownValues(transaction, context, { open, planned });
  const unfilled = open.filter(({ name, place }) => !contact.mayFill(name, place));
  return [...new Set(unfilled.map(({ name }) => name))];
}

interface OpenPlaceholder {
  readonly name: string;
  readonly place: CertainStep;
}

/** Returns the placeholders of the templates that are certain to be sent, by the position of their step. */
async function findTemplates(
  { sql }: Transaction,
  { tenantId }: Context,
  {
    steps,
    certain,
    planned,
  }: { steps: readonly AutomationStep[]; certain: CertainStep[]; planned: PlannedRun },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const first = flattenSteps(steps).findIndex(({ type }) => type === 'send_template');
  const named = certain.flatMap(({ step, position }): [number, string][] => {
    if (step.type !== 'send_template') return [];
    const instead = position === first ? planned.messageTemplateId : null;
    return [[position, (instead ?? step.messageTemplateId).toLowerCase()]];
  });
  if (named.length === 0) return new Map();
  const ids = [...new Set(named.map(([, id]) => id).filter(isId))];
  const found = await sql(find, [tenantId, ids]);
  const placeholders = new Map(found.map((template) => [template.id, findTemplatePlaceholders(template)]));
  return new Map(named.map(([position, id]) => [position, placeholders.get(id) ?? []]));
}

const find = statement<TemplateTexts & { readonly id: string }>(
  'find-templates-of-planned-run',
  `select id, body, content from message_templates where tenant_id = $1::uuid and id = any ($2::uuid[])`,
);

interface KnownValues {
  mayFill(name: string, place: CertainStep): boolean;
}

/**
 * A missing value of the contact can still be filled when its field or attribute exists and something may set it before
 * the step.
 */
async function findKnownValues(
  { sql }: Transaction,
  { tenantId }: Context,
  { open, planned }: { open: readonly OpenPlaceholder[]; planned: PlannedRun },
): Promise<KnownValues> {
  const { contactId, isLater = false } = planned;
  const names = [...new Set(open.map(({ name }) => name))];
  const attributes = new Set((await sql(findAttributes, [tenantId, names])).map(({ name }) => name));
  const fields = new Set<string>(contactFields);
  const contact =
    contactId === undefined ? undefined : await findById(sql, contacts, { tenantId, id: contactId });
  const filled = new Set(contact && Object.keys(contactVariables(contact)));
  const isOpen = contactId === undefined || isLater;
  return {
    mayFill(name, { attributesSet, mayContactChange }) {
      if (filled.has(name)) return true;
      if (!fields.has(name) && !attributes.has(name)) return false;
      return isOpen || mayContactChange || (attributes.has(name) && attributesSet.has(name));
    },
  };
}

const findAttributes = statement<{ name: string }>(
  'find-attributes-of-planned-run',
  `select external_id as name from attributes where tenant_id = $1::uuid and external_id = any ($2::text[])`,
);
