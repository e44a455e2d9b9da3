import type { InvalidParam } from '@parley/core';
import { maxFaults } from './map-validation-errors.js';
import { isStorable, toStorable } from './storable-text.js';

/**
 * Texts and keys that PostgreSQL cannot keep: NUL, and halves of a surrogate pair. In valid UTF-8 JSON both can
 * only be written as an escape, so a body without one need not be looked at.
 */
export function findUnstorableJsonText(bytes: Buffer, body: unknown): Map<string, InvalidParam> {
  return bytes.includes('\\u') ? findUnstorableText(body) : new Map();
}

/** The same for a body that was not JSON, and may hold them as they are. */
export function findUnstorableText(body: unknown): Map<string, InvalidParam> {
  const faults = new Map<string, InvalidParam>();
  collect(body, '', faults);
  return faults;
}

function collect(value: unknown, path: string, faults: Map<string, InvalidParam>): void {
  if (faults.size >= maxFaults) return;
  if (typeof value === 'string') {
    if (!isStorable(value)) faults.set(path || 'body', fault);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const itemPath = `${path ? `${path}.` : ''}${toStorable(key)}`;
      if (!isStorable(key)) faults.set(itemPath, fault);
      collect(item, itemPath, faults);
    }
  }
}

const fault: InvalidParam = {
  key: 'invalid_string',
  message: 'Text must not contain NUL characters or unpaired surrogates',
};
