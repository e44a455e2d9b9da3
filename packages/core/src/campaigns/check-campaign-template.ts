import type { Faults } from '../faults.js';
import type { Targets, TargetTemplate } from './find-targets.js';

interface TemplateUse {
  readonly channel: NonNullable<Targets['channel']>;
  readonly automation: NonNullable<Targets['automation']>;
}

/** Refuses a template that the campaign could never send; otherwise each recipient would fail one by one. */
export function checkCampaignTemplate(
  { channelType, status }: TargetTemplate,
  { channel, automation }: TemplateUse,
  faults: Faults,
): void {
  const path = 'messageTemplateId';
  if (!automation.hasTemplateStep) {
    faults.add(path, 'unrecognized_keys', 'Only allowed when a step is "send_template"');
  } else if (channelType !== null && channelType !== channel.type) {
    faults.add(path, 'not_found', `The template is for ${channelType} only`);
  } else if (status !== 'approved') {
    faults.add(path, 'not_found', `The template is ${status}, not approved`);
  }
}
