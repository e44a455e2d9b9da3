import { DomainError, type InvalidParamKey } from '@parley/core';

export function invalidParam(name: string, key: InvalidParamKey, message: string): DomainError {
  return new DomainError('invalid_body_params', { invalidParams: { [name]: { key, message } } });
}
