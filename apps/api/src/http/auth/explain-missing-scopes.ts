import { DomainError } from '@parley/core';
import { scopeError } from './auth-errors.js';

/** Converts a use case's error about a reference beyond the scopes of the token to the 403 of the contract. */
export function explainMissingScopes(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'forbidden') throw error;
  const missing = String(Object(error.details).requiredScope).split(' ');
  throw scopeError(missing, missing);
}
