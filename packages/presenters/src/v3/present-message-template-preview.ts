import type { components } from '@parley/contract/v3';

/** Presents a preview. A placeholder without a value was refused earlier, so no value is missing here. */
export function presentMessageTemplatePreview(text: string): components['schemas']['MessageTemplatePreview'] {
  return { text, missingVariables: [] };
}
