import { types } from 'node:util';
import type { Redact } from './redact-text.js';

/**
 * Redacts all texts of an error: its message, stack and code, and those of its causes, because a log line has them all.
 * Errors are changed in place, so that they keep their class; other objects may belong to somebody else and are copied.
 */
export function redactError(error: unknown, redact: Redact): unknown {
  const results = new Map<object, unknown>();
  return redactValue(error);

  function redactValue(value: unknown): unknown {
    if (typeof value === 'string') return redact(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = results.get(value);
    if (known !== undefined) return known;
    if (types.isNativeError(value)) return redactProperties(value, value);
    if (Array.isArray(value)) return redactProperties(value, []);
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null ? redactProperties(value, {}) : value;
  }

  function redactProperties(source: object, target: object): object {
    results.set(source, target);
    for (const name of Object.getOwnPropertyNames(source)) {
      const value: unknown = Reflect.get(source, name);
      const result = redactValue(value);
      if (target !== source || result !== value) Reflect.set(target, name, result);
    }
    return target;
  }
}
