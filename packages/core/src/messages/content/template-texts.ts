import {
  findPlaceholders,
  type RenderedTemplate,
  renderTemplate,
  type TemplateVariables,
} from './render-template.js';

/** The texts of a template that can have placeholders. Its content is free JSON in the database. */
export interface TemplateTexts {
  readonly body: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Renders the body of a template. Placeholders of its header and its buttons count as unfilled too, because they are
 * sent with it.
 */
export function renderWholeTemplate(template: TemplateTexts, variables: TemplateVariables): RenderedTemplate {
  const rendered = textsOf(template).map((text) => renderTemplate(text, variables));
  return {
    text: rendered[0]?.text ?? '',
    missing: [...new Set(rendered.flatMap(({ missing }) => missing))],
    malformed: [...new Set(rendered.flatMap(({ malformed }) => malformed))],
  };
}

/** Returns the names of the placeholders of the body, then of the header and the buttons, each once. */
export function findTemplatePlaceholders(template: TemplateTexts): string[] {
  return [...new Set(textsOf(template).flatMap(findPlaceholders))];
}

function textsOf({ body, content }: TemplateTexts): string[] {
  const { type, text } = fieldsOf(content.header);
  const buttons = Array.isArray(content.buttons) ? content.buttons.map(fieldsOf) : [];
  const urls = buttons.flatMap((button) => (button.type === 'url' ? [button.url] : []));
  const others = [...(type === 'text' ? [text] : []), ...urls];
  return [body, ...others.filter((other) => typeof other === 'string')];
}

/** Returns the fields of a part of the content. Anything but an object has none, since the content is free JSON. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
