import type { EncryptionKey } from './local-key-wrapper.js';

const keyBytes = 32;

/** Reads keys like `2026-11:base64`. Returns undefined when one is malformed, or when two have the same id. */
export function parseEncryptionKeys(texts: readonly string[]): readonly EncryptionKey[] | undefined {
  const keys = texts.flatMap((text) => parseKey(text.trim()) ?? []);
  const ids = new Set(keys.map(({ id }) => id));
  return keys.length === texts.length && ids.size === keys.length ? keys : undefined;
}

export function formatEncryptionKey({ id, key }: EncryptionKey): string {
  return `${id}:${key.toString('base64')}`;
}

function parseKey(text: string): EncryptionKey | undefined {
  const [, id, base64] = /^([\w.-]{1,64}):([A-Za-z0-9+/]{43}=?)$/.exec(text) ?? [];
  if (id === undefined || base64 === undefined) return undefined;
  const key = Buffer.from(base64, 'base64');
  return key.length === keyBytes ? { id, key } : undefined;
}
