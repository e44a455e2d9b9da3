import { expect } from '@jest/globals';
import type { ErrorCode, InvalidParamKey } from '../src/index.js';

/** Returns the error of a rejected promise, for `rejects.toMatchObject`. */
export function refusal(code: ErrorCode): object {
  return { name: 'DomainError', code };
}

/** Returns a validation error that names exactly these parameters. */
export function validationErrors(keys: Record<string, InvalidParamKey>): object {
  const isExact = (actual: unknown) => {
    const found = Object.entries(Object(actual)).map(([path, error]) => [path, Object(error).key]);
    return JSON.stringify(found.sort()) === JSON.stringify(Object.entries(keys).sort());
  };
  const invalidParams = { asymmetricMatch: isExact, toString: () => JSON.stringify(keys) };
  return { ...refusal('invalid_body_params'), details: { invalidParams } };
}

/** Returns a validation error of one expression, with its whole message. */
export function expressionError(path: string, message: string): object {
  const invalidParams = { [path]: { key: 'invalid_string', message } };
  return {
    ...refusal('invalid_body_params'),
    details: { invalidParams: expect.objectContaining(invalidParams) },
  };
}
