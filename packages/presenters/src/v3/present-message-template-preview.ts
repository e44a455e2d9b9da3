import type { components } from '@parley/contract/v3';

/** A text with a placeholder that has no value is refused, so that none is missing here. */
export function presentMessageTemplatePreview(text: string): components['schemas']['MessageTemplatePreview'] {
  return { text, missingVariables: [] };
}
