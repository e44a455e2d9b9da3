import type { InvalidParam } from '@parley/core';
import { maxErrors } from './map-validation-errors.js';
import { isStorable, toStorable } from './storable-text.js';

/**
 * Finds texts and keys that PostgreSQL cannot store: NUL, and halves of a surrogate pair. In valid UTF-8 JSON, both can
 * only be written as an escape, so a body without escapes is not searched.
 */
export function findUnstorableJsonText(bytes: Buffer, body: unknown): Map<string, InvalidParam> {
  return bytes.includes('\\u') ? findUnstorableText(body) : new Map();
}

/** Like `findUnstorableJsonText`, for a body that is not JSON and may contain such characters unescaped. */
export function findUnstorableText(body: unknown): Map<string, InvalidParam> {
  const errors = new Map<string, InvalidParam>();
  collect(body, '', errors);
  return errors;
}

function collect(value: unknown, path: string, errors: Map<string, InvalidParam>): void {
  if (errors.size >= maxErrors) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) errors.set(path || 'body', unstorable);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const itemPath = `${path ? `${path}.` : ''}${toStorable(key)}`;
      if (!isStorable(key)) errors.set(itemPath, unstorable);
      collect(item, itemPath, errors);
    }
  }
}

const unstorable: InvalidParam = {
  key: 'invalid_string',
  message: 'Text must not contain NUL characters or unpaired surrogates',
};
