/** Values by the name of their placeholder. */
export type TemplateVariables = Readonly<Record<string, string>>;

/** The placeholders that prevent a text from being sent. */
export interface Unfilled {
  /** Placeholders without a value, each once, in the order of the text. */
  readonly missing: readonly string[];
  /** Text that starts like a placeholder and is not one, such as `{{a b}}`, each once. */
  readonly malformed: readonly string[];
}

export interface RenderedTemplate extends Unfilled {
  /** Unfilled placeholders are not replaced, so send this text only if there are none. */
  readonly text: string;
}

/** Replaces `{{name}}` by its value. Values are not rendered again, so a value cannot add placeholders. */
export function renderTemplate(template: string, variables: TemplateVariables): RenderedTemplate {
  const values = new Map(Object.entries(variables).map(([name, value]) => [normalizeName(name), value]));
  const missing = new Set<string>();
  const malformed = new Set<string>();
  const text = template.replace(placeholder, (written: string, name: string | undefined, at: number) => {
    if (name === undefined) {
      malformed.add(excerptAt(template, at));
      return written;
    }
    const value = values.get(normalizeName(name));
    if (value === undefined) missing.add(normalizeName(name));
    return value ?? written;
  });
  return { text, missing: [...missing], malformed: [...malformed] };
}

/** Returns the names of the placeholders, each once, in the order of the text. */
export function findPlaceholders(template: string): string[] {
  return [...renderTemplate(template, {}).missing];
}

/** Returns the text that starts like a placeholder and is not one, each once. */
export function findMalformed(template: string): string[] {
  return [...renderTemplate(template, {}).malformed];
}

/** An accented letter can be one character or two; both spell the same name. */
export function normalizeName(name: string): string {
  return name.normalize('NFC');
}

/**
 * Matches a placeholder, or a pair of braces that does not start one. A name may contain combining marks, because many
 * scripts need them. Of three braces the last two count, so that a value can stand in braces.
 */
const placeholder = /\{\{(?:\s*([\p{L}\p{M}\p{N}_.-]{1,100})\s*\}\}|(?!\{))/gu;

const maxExcerpt = 40;

function excerptAt(text: string, at: number): string {
  const end = text.indexOf('}}', at);
  const whole = end === -1 ? text.slice(at) : text.slice(at, end + 2);
  const characters = [...whole];
  return characters.length > maxExcerpt ? `${characters.slice(0, maxExcerpt).join('')}…` : whole;
}
