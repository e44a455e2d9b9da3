import type { ValidationErrors } from '../validation-errors.js';
import type { Targets } from './find-targets.js';

/**
 * Refuses a template that the campaign could never send; otherwise every recipient would fail. The check is skipped
 * while one of the three records does not exist.
 */
export function checkCampaignTemplate(
  { channel, automation, messageTemplate }: Pick<Targets, 'channel' | 'automation' | 'messageTemplate'>,
  errors: ValidationErrors,
): void {
  if (!channel || !automation || !messageTemplate) return;
  const path = 'messageTemplateId';
  const { channelType, status } = messageTemplate;
  if (!automation.hasTemplateStep) {
    errors.add(path, 'unrecognized_keys', 'Only allowed when a step is "send_template"');
  } else if (channelType !== null && channelType !== channel.type) {
    errors.add(path, 'not_found', `The template is for ${channelType} only`);
  } else if (status !== 'approved') {
    errors.add(path, 'not_found', `The template is ${status}, not approved`);
  }
}
