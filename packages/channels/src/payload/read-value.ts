/** Readers of untrusted JSON: a value of the wrong type counts as absent. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readRecord(parent: unknown, key: string): JsonRecord | undefined {
  const value = isRecord(parent) ? parent[key] : undefined;
  return isRecord(value) ? value : undefined;
}

export function readRecords(parent: unknown, key: string): readonly JsonRecord[] {
  const value = isRecord(parent) ? parent[key] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns a string with at least one visible character. */
export function readText(parent: unknown, key: string): string | undefined {
  const value = isRecord(parent) ? parent[key] : undefined;
  if (typeof value !== 'string') return undefined;
  const text = cleanText(value);
  return text.trim() === '' ? undefined : text;
}

/**
 * Returns an identifier that is short enough for a database index. Numbers are accepted too, because providers may
 * change the type of their ids.
 */
export function readId(parent: unknown, key: string): string | undefined {
  const value = isRecord(parent) ? parent[key] : undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  const text = readText(parent, key)?.trim();
  return text !== undefined && text.length <= MAX_ID_LENGTH ? text : undefined;
}

export function readNumber(parent: unknown, key: string): number | undefined {
  const value = isRecord(parent) ? parent[key] : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d{1,20}(\.\d{1,20})?$/.test(value)) return undefined;
  return Number(value);
}

/** Returns a size in bytes that fits the database's integer. */
export function readSize(parent: unknown, key: string): number | null {
  const value = readNumber(parent, key);
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= MAX_SIZE ? value : null;
}

/** PostgreSQL stores neither NUL in text nor lone surrogates in JSON. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

export const MAX_ID_LENGTH = 512;
const MAX_SIZE = 2_147_483_647;
