import { cleanText, isRecord } from '../payload/read-value.js';

export type Redact = (text: string) => string;

/** What a text has instead of a secret. */
const redacted = '[secret]';

/**
 * A shorter secret protects nothing and is a part of many words. Replacing it would make texts unreadable, and would
 * show where it was.
 */
const minLength = 4;

/** A shorter secret is replaced only as a word of its own: `pass` remains a part of `passed`. */
const minLengthWithinWords = 8;

/** Shorter parts of a Base64 text occur in other texts by chance. */
const minBase64Length = 6;

/** Returns a function that replaces the secrets of a channel, in every form in which a provider may repeat them. */
export function createRedactor(secrets: unknown): Redact {
  const values = isRecord(secrets) ? Object.values(secrets) : [];
  const forms = [...new Set(values.flatMap((value) => (typeof value === 'string' ? formsOf(value) : [])))];
  // A longer form can contain a shorter one, whose replacement would leave the rest.
  forms.sort((a, b) => b.length - a.length);
  return (text) => forms.reduce(redactForm, text);
}

function formsOf(stored: string): string[] {
  // Adapters send the clean text.
  const value = cleanText(stored);
  const written = [
    stored,
    value,
    value.trim(),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
  ].filter(({ length }) => length >= minLength);
  const encoded = value.length < minLength ? [] : base64PartsOf(value).flatMap(spellingsOfBase64);
  return [...written, ...encoded.filter(({ length }) => length >= minBase64Length)];
}

/**
 * Returns the characters that the secret alone determines in the Base64 of any text that contains it, such as
 * `user:password`. They depend on whether the secret begins at the first, second or third of three bytes.
 */
function base64PartsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

function spellingsOfBase64(text: string): string[] {
  return [text, text.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(text)];
}

function redactForm(text: string, form: string): string {
  if (form.length < minLengthWithinWords) {
    return text.replaceAll(form, (match, offset: number) =>
      isWordAt(text, offset, match.length) ? redacted : match,
    );
  }
  return redactEnd(text.replaceAll(form, redacted), form);
}

function isWordAt(text: string, offset: number, length: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, offset)) && !/^[\p{L}\p{N}]/u.test(text.slice(offset + length));
}

/** Texts of providers are truncated, perhaps within the secret. */
function redactEnd(text: string, form: string): string {
  for (let length = Math.min(form.length, text.length); length >= minLengthWithinWords; length -= 1) {
    if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + redacted;
  }
  return text;
}
