import type { OutboundTemplate, TemplateButton, TemplateHeader } from '../adapter/outbound-message.js';
import { cannotSend } from '../adapter/send-error.js';
import { placeholderForm } from './templates/placeholder-form.js';
import { languageCode } from './templates/read-template.js';

/**
 * Returns the name of the template and the values of its placeholders. WhatsApp rejects a wrong number of values, so
 * the placeholders of each part decide which values are sent.
 */
export function templateContent(template: OutboundTemplate): object {
  const components = [
    headerComponent(template.header, template.variables),
    component({ type: 'body' }, textParameters(template.placeholders, template.variables, '')),
    ...(template.buttons ?? []).map((button, index) => buttonComponent(button, index, template.variables)),
  ].filter((entry) => entry !== undefined);
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: languageCode(template.language) },
      ...(components.length === 0 ? {} : { components }),
    },
  };
}

type Variables = OutboundTemplate['variables'];

function headerComponent(header: TemplateHeader | undefined, variables: Variables): object | undefined {
  if (header === undefined) return undefined;
  if (header.type === 'text') {
    return component({ type: 'header' }, textParameters(header.placeholders, variables, 'header.'));
  }
  // Meta refuses a template whose header lacks its file, with an error that does not name it.
  if (header.url === null)
    throw cannotSend(
      'header_without_file',
      'The header of the template needs a file: send it with the message.',
    );
  const filename = header.type === 'document' && header.name !== undefined ? { filename: header.name } : {};
  return component({ type: 'header' }, [
    { type: header.type, [header.type]: { link: header.url, ...filename } },
  ]);
}

function buttonComponent(button: TemplateButton, index: number, variables: Variables): object | undefined {
  const place = { type: 'button', sub_type: button.type, index: String(index) };
  if (button.type === 'quick_reply') {
    return component(
      place,
      button.payload === undefined ? [] : [{ type: 'payload', payload: button.payload }],
    );
  }
  // The parameter of a link has no name, whatever the placeholder is called.
  const values = valuesOf(button.placeholders, variables, `button.${index}.`);
  return component(
    place,
    values.map((text) => ({ type: 'text', text })),
  );
}

function component(place: object, parameters: readonly object[]): object | undefined {
  return parameters.length === 0 ? undefined : { ...place, parameters };
}

function textParameters(placeholders: readonly string[], variables: Variables, prefix: string): object[] {
  const { isNamed, ordered } = placeholderForm(placeholders);
  return valuesOf(ordered, variables, prefix).map((text, index) => ({
    type: 'text',
    ...(isNamed && { parameter_name: ordered[index] }),
    text,
  }));
}

function valuesOf(placeholders: readonly string[], variables: Variables, prefix: string): string[] {
  return placeholders.map((placeholder) => {
    const value = own(variables, `${prefix}${placeholder}`) ?? own(variables, placeholder);
    if (value === undefined) {
      throw cannotSend('missing_variable', `The template needs a value for {{${placeholder}}}.`);
    }
    return value;
  });
}

function own(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
