import type { ChannelAdapter } from '../adapter/channel-adapter.js';
import { isRecord } from '../payload/read-value.js';
import { redactError } from './redact-error.js';
import { createRedactor } from './redact-text.js';

/**
 * Returns the adapter without secrets in its errors. A provider may repeat the secret that it refuses, and the text of its
 * error is stored, logged and shown. Every function is wrapped by what it is, not by its name, so that no adapter and no
 * later function has to be listed here.
 */
export function redactAdapter(adapter: ChannelAdapter): ChannelAdapter {
  const { templates } = adapter;
  return { ...wrapFunctions(adapter), ...(templates && { templates: wrapFunctions(templates) }) };
}

function wrapFunctions<Subject extends object>(subject: Subject): Subject {
  const wrapped = Object.entries(subject).map(([name, member]) => [
    name,
    typeof member === 'function' ? wrapFunction(member) : member,
  ]);
  // Object.fromEntries loses the types of the members, each of which keeps its own.
  return Object.fromEntries(wrapped) as Subject;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

function wrapFunction(call: AnyFunction): AnyFunction {
  return (...args) => {
    const rethrow = (error: unknown): never => {
      throw args
        .filter(hasSecrets)
        .reduce<unknown>((rest, { secrets }) => redactError(rest, createRedactor(secrets)), error);
    };
    try {
      const result = call(...args);
      if (!(result instanceof Promise)) return result;
      return result.then((value: unknown) => wrapChunks(value, rethrow), rethrow);
    } catch (error) {
      return rethrow(error);
    }
  };
}

function hasSecrets(value: unknown): value is { readonly secrets: unknown } {
  return isRecord(value) && 'secrets' in value;
}

/** The bytes of a download are read after the call has returned. */
function wrapChunks(result: unknown, rethrow: (error: unknown) => never): unknown {
  if (!isRecord(result) || typeof result.readChunks !== 'function') return result;
  const { readChunks } = result;
  return {
    ...result,
    async *readChunks() {
      try {
        yield* readChunks();
      } catch (error) {
        rethrow(error);
      }
    },
  };
}
