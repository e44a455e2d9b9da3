import type { components } from '@parley/contract/v3';
import type { RenderedTemplate } from '@parley/core';

export function presentMessageTemplatePreview(
  preview: RenderedTemplate,
): components['schemas']['MessageTemplatePreview'] {
  return { text: preview.text, missingVariables: [...preview.missing] };
}
