import { adapterFor, type ObjectSchema } from '@parley/channels';
import { type CheckChannel, DomainError } from '@parley/core';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv, ['email', 'hostname']);
ajv.addFormat('uri', formats.uri);

/** The adapters describe themselves once and for all, so that each of their schemas is compiled once. */
function findFaults(schema: ObjectSchema, value: unknown, path: string): ValidationFault[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => toFault(error, path));
}

/** In the form of the validator of requests, so that callers are told in the same words. */
function toFault(
  { instancePath, keyword, message = '', params }: ErrorObject,
  path: string,
): ValidationFault {
  const name: unknown = params.missingProperty ?? params.additionalProperty;
  const place = `${path}${instancePath}${name === undefined ? '' : `/${String(name)}`}`;
  return { path: place, message, errorCode: `${keyword}.openapi.validation` };
}
