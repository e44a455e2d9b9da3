import { DomainError } from '@parley/core';
import { scopeError } from './auth-errors.js';

/** Turns the error of a use case, whose input refers to something beyond the scopes of the token, into that of the contract. */
export function explainMissingScopes(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'forbidden') throw error;
  const missing = String(Object(error.details).requiredScope).split(' ');
  throw scopeError(missing, missing);
}
