import { checkAttributeValue } from '../attributes/check-attribute-value.js';
import type { Context } from '../context.js';
import { type InvalidParams, notFound } from '../domain-error.js';
import { Faults } from '../faults.js';
import type { Sound } from '../sound.js';
import type { Recipients } from './add-recipients.js';
import { checkCampaignTemplate } from './check-campaign-template.js';
import { findTargets, type Targets } from './find-targets.js';
import { type CampaignProblem, findTimingProblems, type NewCampaign } from './new-campaign.js';
import { findAddressProblems } from './read-recipients.js';

interface CampaignToCheck extends Recipients, Pick<NewCampaign, 'automationTerm'> {
  readonly messageTemplateId?: string | null | undefined;
}

export interface CampaignProblems {
  readonly timing: readonly CampaignProblem[];
  /** Of their addresses. */
  readonly recipients: readonly CampaignProblem[];
  readonly content: readonly CampaignProblem[];
}

/** What is wrong in the request itself comes before what it refers to; all faults of the body come together. */
export function refuseUnlessSound(
  campaign: CampaignToCheck,
  problems: CampaignProblems,
  targets: Targets,
): void {
  const faults = new Faults();
  // A list that is too long comes first: the faults of its items could fill up the report.
  checkSize(campaign, faults);
  for (const problem of [...problems.timing, ...problems.recipients]) faults.add(...problem);
  const isRequestWrong = faults.areAny;
  checkContactIds(campaign, targets, faults);
  checkAttributes(campaign, targets, faults);
  for (const problem of problems.content) faults.add(...problem);
  if (isRequestWrong) faults.refuseIfAny();
  const { channel, automation, messageTemplate } = targets;
  if (channel === null) throw notFound('channel');
  if (automation === null) throw notFound(campaign.automationTerm);
  if (campaign.messageTemplateId) {
    if (messageTemplate === null) throw notFound('message_template');
    checkCampaignTemplate(messageTemplate, { channel, automation }, faults);
  }
  faults.refuseIfAny();
}

type SoundRecipients = Sound<Recipients>;

/** The errors of a campaign that can be known without writing, and without what it would be sent by. */
export async function findCampaignErrors(
  context: Context,
  campaign: Sound<Omit<NewCampaign, 'automationTerm'>>,
): Promise<InvalidParams> {
  const faults = new Faults();
  checkSize(campaign, faults);
  const addresses = await findAddressProblems(context, campaign.contacts);
  for (const problem of [...findTimingProblems(campaign), ...addresses]) faults.add(...problem);
  const targets = await findTargets(context.database, context, campaign);
  checkContactIds(campaign, targets, faults);
  checkAttributes(campaign, targets, faults);
  return faults.invalidParams;
}

const maxRecipients = 5_000;

/** Both lists together are limited, which the contract cannot say. */
function checkSize({ contacts = [], contactIds = [] }: SoundRecipients, faults: Faults): void {
  if (contacts.length + contactIds.length <= maxRecipients) return;
  const message = `contacts and contactIds must contain at most ${maxRecipients} element(s) together`;
  faults.add(contacts.length > 0 ? 'contacts' : 'contactIds', 'too_big', message);
}

function checkContactIds({ contactIds = [] }: SoundRecipients, targets: Targets, faults: Faults): void {
  const known = new Set(targets.contactIds);
  for (const [index, id] of contactIds.entries()) {
    if (id !== undefined && !known.has(id.toLowerCase()))
      faults.add(`contactIds.${index}`, 'not_found', 'Contact not found');
  }
}

/** Adds each attribute that does not exist and each value that does not suit its attribute. */
function checkAttributes({ contacts = [] }: SoundRecipients, { attributes }: Targets, faults: Faults): void {
  const types = new Map(attributes.map(({ externalId, type }) => [externalId, type]));
  for (const [contactIndex, contact] of contacts.entries()) {
    for (const [index, { externalId, value }] of (contact?.attributes ?? []).entries()) {
      const path = `contacts.${contactIndex}.attributes.${index}`;
      const type = types.get(externalId);
      const problem = type && checkAttributeValue(type, value);
      if (type === undefined) faults.add(`${path}.externalId`, 'not_found', 'Attribute not found');
      if (problem !== undefined) faults.add(`${path}.value`, 'invalid_string', problem);
    }
  }
}
