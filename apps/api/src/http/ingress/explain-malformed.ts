import { MalformedPayloadError } from '@parley/channels';
import { DomainError, type InvalidParam } from '@parley/core';

/** Converts the problems that an adapter found to the error that names each invalid field by its path. */
export function explainMalformed(error: unknown): never {
  if (!(error instanceof MalformedPayloadError)) throw error;
  const invalidParams: Record<string, InvalidParam> = {};
  for (const { path, key, message } of error.errors) invalidParams[path || 'body'] = { key, message };
  throw new DomainError('invalid_body_params', { invalidParams });
}
