/** Values by the name of the placeholder. */
export type TemplateVariables = Readonly<Record<string, string>>;

export interface RenderedTemplate {
  readonly text: string;
  /** Placeholders without a value, each once; they are left as they are written. */
  readonly missing: readonly string[];
}

/** Puts values in the place of `{{name}}`. A value is never looked at again, so it cannot bring placeholders along. */
export function renderTemplate(template: string, variables: TemplateVariables): RenderedTemplate {
  const missing = new Set<string>();
  const text = template.replace(placeholder, (written: string, name: string) => {
    if (Object.hasOwn(variables, name)) return variables[name] ?? '';
    missing.add(name);
    return written;
  });
  return { text, missing: [...missing] };
}

/** The names of the placeholders, each once, in the order of the text. */
export function findPlaceholders(template: string): string[] {
  return [...renderTemplate(template, {}).missing];
}

const placeholder = /\{\{\s*([\w.-]{1,100})\s*\}\}/g;
