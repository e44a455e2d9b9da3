import type { OutboundTemplate, TemplateButton, TemplateHeader } from '../outbound-message.js';
import { cannotSend } from '../send-error.js';

/**
 * The template's name and the values of its placeholders. WhatsApp refuses a value too many as well as one too few, so
 * the placeholders that are really in the text decide.
 */
export function templateContent(template: OutboundTemplate): object {
  const components = [
    headerComponent(template.header, template.variables),
    component({ type: 'body' }, textParameters(template.body, template.variables, '')),
    ...(template.buttons ?? []).map((button, index) => buttonComponent(button, index, template.variables)),
  ].filter((entry) => entry !== undefined);
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: template.language },
      ...(components.length === 0 ? {} : { components }),
    },
  };
}

type Variables = OutboundTemplate['variables'];

function headerComponent(header: TemplateHeader | undefined, variables: Variables): object | undefined {
  if (header === undefined) return undefined;
  if (header.type === 'text') {
    return component({ type: 'header' }, textParameters(header.text, variables, 'header.'));
  }
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
  // The parameter of a link is never named, whatever the placeholder is called.
  const values = valuesOf(button.url, variables, `button.${index}.`);
  return component(
    place,
    values.map(({ value }) => ({ type: 'text', text: value })),
  );
}

function component(place: object, parameters: readonly object[]): object | undefined {
  return parameters.length === 0 ? undefined : { ...place, parameters };
}

function textParameters(text: string, variables: Variables, prefix: string): object[] {
  return valuesOf(text, variables, prefix).map(({ placeholder, value }) => ({
    type: 'text',
    ...(/^\d+$/.test(placeholder) ? {} : { parameter_name: placeholder }),
    text: value,
  }));
}

function valuesOf(
  text: string,
  variables: Variables,
  prefix: string,
): { placeholder: string; value: string }[] {
  return placeholdersOf(text).map((placeholder) => {
    const value = own(variables, `${prefix}${placeholder}`) ?? own(variables, placeholder);
    if (value === undefined) {
      throw cannotSend('missing_variable', `The template needs a value for {{${placeholder}}}.`);
    }
    return { placeholder, value };
  });
}

function own(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** Each placeholder once: numbered ones in the order of their numbers, named ones as they appear. */
function placeholdersOf(text: string): string[] {
  const found = [...text.matchAll(/\{\{\s{0,8}(\w{1,64})\s{0,8}\}\}/g)].map((match) => match[1] ?? '');
  return [...new Set(found)].sort((a, b) => (/^\d+$/.test(a) && /^\d+$/.test(b) ? Number(a) - Number(b) : 0));
}
