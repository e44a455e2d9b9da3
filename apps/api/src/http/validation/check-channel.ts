import { adapterFor, type ObjectSchema } from '@parley/channels';
import { type CheckChannel, DomainError } from '@parley/core';
import { createCompiler, type SchemaError } from '@parley/validation';
import { formats } from './formats.js';
import { invalidParam } from './invalid-param.js';
import { mapValidationErrors, type ValidationFault } from './map-validation-errors.js';

/** Compares settings and secrets with what the adapter of the provider asks for, and tells all faults at once. */
export const checkChannel: CheckChannel = ({ type, provider, settings, secrets }) => {
  const { channelTypes, settingsSchema, secretsSchema } = adapterFor(provider);
  if (!channelTypes.includes(type)) {
    const message = `The provider ${provider} carries ${channelTypes.join(', ')}, not ${type}`;
    throw invalidParam('provider', 'invalid_enum_value', message);
  }
  const body = { settings, secrets };
  const faults = [
    ...findFaults(settingsSchema, settings, '/body/settings'),
    ...findFaults(secretsSchema, secrets, '/body/secrets'),
  ];
  if (faults.length === 0) return;
  const invalidParams = mapValidationErrors(faults, { body, query: {}, headers: {}, params: {} });
  throw new DomainError('invalid_body_params', { invalidParams: Object.fromEntries(invalidParams) });
};

const compiler = createCompiler({ formats });

/** The adapters describe themselves once and for all, so that each of their schemas is compiled once. */
function findFaults(schema: ObjectSchema, value: unknown, path: string): ValidationFault[] {
  return compiler
    .compile(schema)
    .findErrors(value)
    .map((error) => toFault(error, path));
}

/** In the form of the validator of requests, so that callers get the same messages. */
function toFault({ path, keyword, message, property }: SchemaError, parent: string): ValidationFault {
  const place = `${parent}${path}${property === undefined ? '' : `/${property}`}`;
  return { path: place, message, errorCode: `${keyword}.openapi.validation` };
}
