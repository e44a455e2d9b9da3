import { asObject, own } from '@parley/validation';
import { formOf } from '../document/media-types.js';
import type { BodyMedia, Operation, Parameter } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import { validatorOf } from '../schema/validator-of.js';
import type { Attempt, ListAttempts } from './attempt.js';
import { applyChange, type Change, removed, type Spoil } from './change.js';
import { namePath } from './choose.js';
import type { Fault, FaultKind } from './fault.js';
import { isListWritten, readingsOf } from './list-parameters.js';
import { listSites, type Site } from './list-sites.js';

export interface SpoilOptions {
  readonly kind: FaultKind;
  /** What can be done to a value. */
  readonly spoil?: Spoil;
  /** What can be done to the query as a whole. */
  readonly spoilQuery?: ListAttempts;
  /** Whether the request is to be sent too when the document allows it after all: then it must only be answered. */
  readonly isHostile?: boolean;
}

/** Every way to spoil a value of a request, or its query. */
export function listAttempts(operation: Operation, valid: RequestCase, options: SpoilOptions): Attempt[] {
  return [
    ...bodyAttempts(valid, options),
    ...withoutBody(operation, valid, options),
    ...operation.parameters.flatMap((parameter) => parameterAttempts(parameter, valid, options)),
    ...(options.spoilQuery?.(operation, valid) ?? []),
  ];
}

function bodyAttempts(valid: RequestCase, options: SpoilOptions): Attempt[] {
  const { body } = valid;
  if (!body) return [];
  const isForm = formOf(body.media.type) !== 'json';
  return listSites(body.media.schema, body.value)
    .filter(({ path }) => !isForm || path.length > 0 || isObjectFault(options))
    .flatMap((site) => listChanges(site, options, isForm && site.path.length > 0))
    .map(({ name, place, change }) => ({
      name: `body ${name}`,
      place: `body ${place}`,
      spoil() {
        const value = applyChange(body.value, change);
        const must = judge(body.media, value, options);
        const { field, description } = change;
        return must && { must, field, description, case: { ...valid, body: { ...body, value } } };
      },
    }));
}

function listChanges(site: Site, { spoil }: SpoilOptions, isText: boolean) {
  const changes = spoil?.(site, { isText }) ?? [];
  return changes.map((change, index) => {
    const place = namePath(change.path);
    return { name: `${place} ${index}`, place, change };
  });
}

/** A form is an object of texts: keys can be missing or too many, and it cannot be anything else. */
function isObjectFault({ kind }: SpoilOptions): boolean {
  return kind === 'missing-required' || kind === 'unknown-key' || kind === 'prototype-key';
}

function withoutBody({ body }: Operation, valid: RequestCase, { kind }: SpoilOptions): Attempt[] {
  if (kind !== 'missing-required' || !body?.required) return [];
  const description = 'the body is required and missing';
  const spoilt = {
    must: 'refuse',
    field: undefined,
    description,
    case: { ...valid, body: undefined },
  } as const;
  return [{ name: 'no body', place: 'body', spoil: () => spoilt }];
}

function parameterAttempts(parameter: Parameter, valid: RequestCase, options: SpoilOptions): Attempt[] {
  const { name, in: place } = parameter;
  const values = valid.parameters[place];
  const value = own(values, name);
  if (value === undefined) return [];
  return parameterChanges(parameter, value, options).map(({ name: way, place: inner, change }) => ({
    name: `${place} ${name} ${way}`,
    place: `${place} ${name} in ${inner}`,
    spoil() {
      const next = asObject(applyChange(values, { path: [name, ...change.path], value: change.value }));
      const must = change.value === removed ? 'refuse' : judgeParameter(parameter, own(next, name), options);
      const field = { in: place, path: [name, ...change.field.path], least: 1 };
      const description = `${place} parameter ${name}: ${change.description.replace('the body', name)}`;
      const parameters = { ...valid.parameters, [place]: next };
      return must && { must, field, description, case: { ...valid, parameters } };
    },
  }));
}

function parameterChanges(
  { required, in: place, schema, mediaType }: Parameter,
  value: unknown,
  options: SpoilOptions,
): { name: string; place: string; change: Change }[] {
  if (options.kind === 'missing-required') {
    if (!required || place === 'path') return [];
    const description = 'it is required and missing';
    const change = { path: [], value: removed, field: { path: [], least: 0 }, description };
    return [{ name: 'missing', place: '', change }];
  }
  const isScalar = typeof value !== 'object' || value === null;
  // Objects are written in many ways; a server reads each of their texts as something.
  if (mediaType !== undefined || !(isScalar || Array.isArray(value))) return [];
  const isCounted = (site: Site) => options.kind === 'out-of-range' && Array.isArray(site.value);
  return listSites(schema, value).flatMap((site) => listChanges(site, options, !isCounted(site)));
}

/** A list is only wrong when it is so in every way in which it can be read. */
function judgeParameter(
  parameter: Parameter,
  value: unknown,
  options: SpoilOptions,
): Fault['must'] | undefined {
  if (!Array.isArray(value)) return judge(parameter, value, options);
  if (!isListWritten(value)) return undefined;
  const readings = readingsOf(parameter, value);
  if (!readings.some((reading) => validatorOf(parameter.schema).accepts(reading))) return 'refuse';
  return options.isHostile ? 'answer' : undefined;
}

function judge(
  { schema }: BodyMedia | Parameter,
  value: unknown,
  { isHostile }: SpoilOptions,
): Fault['must'] | undefined {
  if (!validatorOf(schema).accepts(value)) return 'refuse';
  return isHostile ? 'answer' : undefined;
}
