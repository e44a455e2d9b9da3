import { adapterFor, type ObjectSchema } from '@parley/channels';
import { type CheckChannel, DomainError } from '@parley/core';
import { createCompiler, type SchemaError } from '@parley/validation';
import { formats } from './formats.js';
import { invalidParam } from './invalid-param.js';
import { mapValidationErrors, type ValidationError } from './map-validation-errors.js';

/** Validates settings and secrets by the schemas of the provider's adapter, and throws all errors at once. */
export const checkChannel: CheckChannel = ({ type, provider, settings, secrets }) => {
  const { channelTypes, settingsSchema, secretsSchema } = adapterFor(provider);
  if (!channelTypes.includes(type)) {
    const message = `The provider ${provider} carries ${channelTypes.join(', ')}, not ${type}`;
    throw invalidParam('provider', 'invalid_enum_value', message);
  }
  const body = { settings, secrets };
  const errors = [
    ...findErrors(settingsSchema, settings, '/body/settings'),
    ...findErrors(secretsSchema, secrets, '/body/secrets'),
  ];
  if (errors.length === 0) return;
  const invalidParams = mapValidationErrors(errors, { body, query: {}, headers: {}, params: {} });
  throw new DomainError('invalid_body_params', { invalidParams: Object.fromEntries(invalidParams) });
};

const compiler = createCompiler({ formats });

/** The schemas of an adapter never change, so that each is compiled once. */
function findErrors(schema: ObjectSchema, value: unknown, path: string): ValidationError[] {
  return compiler
    .compile(schema)
    .findErrors(value)
    .map((error) => toValidationError(error, path));
}

/** In the form of the validator of requests, so that callers get the same messages. */
function toValidationError(
  { path, keyword, message, property }: SchemaError,
  parent: string,
): ValidationError {
  const place = `${parent}${path}${property === undefined ? '' : `/${property}`}`;
  return { path: place, message, errorCode: `${keyword}.openapi.validation` };
}
