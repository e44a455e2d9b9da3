import {
  adapterFor,
  type ChannelAdapter,
  type ConfigurationError,
  findDestinationErrors,
  findSecretsToRepeat,
  type ObjectSchema,
} from '@parley/channels';
import { type CheckChannel, DomainError, type InvalidParams } from '@parley/core';
import { createCompiler, type SchemaError } from '@parley/validation';
import { formats } from './formats.js';
import { invalidParam } from './invalid-param.js';
import { mapValidationErrors, type ValidationError } from './map-validation-errors.js';

/**
 * Validates the settings and secrets with the schemas of the provider's adapter, and their host with the list of the
 * operator. Throws all errors at once.
 */
export function createChannelCheck(allowedHosts: readonly string[] | undefined): CheckChannel {
  return ({ type, provider, settings, secrets }, change) => {
    const adapter = adapterFor(provider);
    const { channelTypes, settingsSchema, secretsSchema } = adapter;
    if (!channelTypes.includes(type)) {
      const message = `The provider ${provider} supports ${channelTypes.join(', ')}, not ${type}`;
      throw invalidParam('provider', 'invalid_enum_value', message);
    }
    const errors = [
      ...findErrors(settingsSchema, settings, '/body/settings'),
      ...findErrors(secretsSchema, secrets, '/body/secrets'),
    ];
    const request = { body: { settings, secrets }, query: {}, headers: {}, params: {} };
    const invalidParams = {
      ...byPath(findDestinationErrors(adapter, settings, allowedHosts)),
      ...(change && byPath(findSecretsToRepeat(adapter, { ...change, settings }))),
      ...Object.fromEntries(mapValidationErrors(errors, request)),
    };
    if (Object.keys(invalidParams).length === 0) return;
    throw new DomainError('invalid_body_params', { invalidParams });
  };
}

function byPath(errors: readonly ConfigurationError[]): InvalidParams {
  return Object.fromEntries(errors.map(({ path, key, message }) => [path, { key, message }]));
}

const compiler = createCompiler({ formats });

/** Compiles the schemas of an adapter, so that the first channel of its provider does not wait for that. */
export function compileChannelSchemas({
  settingsSchema,
  secretsSchema,
}: Pick<ChannelAdapter, 'settingsSchema' | 'secretsSchema'>): void {
  for (const schema of [settingsSchema, secretsSchema]) compiler.compile(schema).findErrors({});
}

/** Finds the errors of a value with a schema of an adapter. These schemas never change, so each is compiled once. */
function findErrors(schema: ObjectSchema, value: unknown, path: string): ValidationError[] {
  return compiler
    .compile(schema)
    .findErrors(value)
    .map((error) => toValidationError(error, path));
}

/** The errors have the form of the request validator's, so that callers get the same messages. */
function toValidationError(
  { path, keyword, message, property }: SchemaError,
  parent: string,
): ValidationError {
  const place = `${parent}${path}${property === undefined ? '' : `/${property}`}`;
  return { path: place, message, errorCode: `${keyword}.openapi.validation` };
}
