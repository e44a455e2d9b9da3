import { cannotSend } from '../adapter/send-error.js';
import { cleanText, isRecord } from '../payload/read-value.js';

/** Returns a setting or secret that is a non-empty string. */
export function textSetting(source: unknown, name: string): string | undefined {
  const value = isRecord(source) ? source[name] : undefined;
  return typeof value === 'string' && value !== '' ? cleanText(value) : undefined;
}

export function booleanSetting(source: unknown, name: string): boolean | undefined {
  const value = isRecord(source) ? source[name] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

export function integerSetting(source: unknown, name: string): number | undefined {
  const value = isRecord(source) ? source[name] : undefined;
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** Returns a string without which nothing can be sent. */
export function requiredSetting(source: unknown, name: string): string {
  const value = textSetting(source, name);
  if (value === undefined) throw cannotSend('channel_not_configured', `The channel has no ${name}.`);
  return value;
}
