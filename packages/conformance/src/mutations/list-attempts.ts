import { asObject, own } from '@parley/validation';
import { formOf } from '../document/media-types.js';
import type { BodyMedia, Operation, Parameter } from '../document/operation.js';
import type { RequestCase } from '../request/request-case.js';
import { validatorOf } from '../schema/validator-of.js';
import type { Attempt, ListAttempts } from './attempt.js';
import { applyChange, type Change, type Mutate, removed } from './change.js';
import { namePath } from './choose.js';
import { isListWritten, readingsOf } from './list-parameters.js';
import { listSites, type Site } from './list-sites.js';
import type { Mutation, MutationKind } from './mutation.js';

export interface MutationOptions {
  readonly kind: MutationKind;
  /** Lists the changes of a value. */
  readonly mutate?: Mutate;
  /** Lists the changes of the whole query. */
  readonly mutateQuery?: ListAttempts;
  /** Whether to send the request even if the document allows it; the server must then only respond. */
  readonly isHostile?: boolean;
}

/** Lists every mutation of a value of a request, or of its query. */
export function listAttempts(operation: Operation, valid: RequestCase, options: MutationOptions): Attempt[] {
  return [
    ...bodyAttempts(valid, options),
    ...withoutBody(operation, valid, options),
    ...operation.parameters.flatMap((parameter) => parameterAttempts(parameter, valid, options)),
    ...(options.mutateQuery?.(operation, valid) ?? []),
  ];
}

function bodyAttempts(valid: RequestCase, options: MutationOptions): Attempt[] {
  const { body } = valid;
  if (!body) return [];
  const isForm = formOf(body.media.type) !== 'json';
  return listSites(body.media.schema, body.value)
    .filter(({ path }) => !isForm || path.length > 0 || isOfKeys(options))
    .flatMap((site) => listChanges(site, options, isForm && site.path.length > 0))
    .map(({ name, place, change }) => ({
      name: `body ${name}`,
      place: `body ${place}`,
      mutate() {
        const value = applyChange(body.value, change);
        const must = judge(body.media, value, options);
        const { field, description } = change;
        return must && { must, field, description, case: { ...valid, body: { ...body, value } } };
      },
    }));
}

function listChanges(site: Site, { mutate }: MutationOptions, isText: boolean) {
  const changes = mutate?.(site, { isText }) ?? [];
  return changes.map((change, index) => {
    const place = namePath(change.path);
    return { name: `${place} ${index}`, place, change };
  });
}

/** A form is an object of texts, so keys can be missing or unknown, but it cannot have another type. */
function isOfKeys({ kind }: MutationOptions): boolean {
  return kind === 'missing-required' || kind === 'unknown-key' || kind === 'prototype-key';
}

function withoutBody({ body }: Operation, valid: RequestCase, { kind }: MutationOptions): Attempt[] {
  if (kind !== 'missing-required' || !body?.required) return [];
  const description = 'the body is required and missing';
  const mutated = {
    must: 'reject',
    field: undefined,
    description,
    case: { ...valid, body: undefined },
  } as const;
  return [{ name: 'no body', place: 'body', mutate: () => mutated }];
}

function parameterAttempts(parameter: Parameter, valid: RequestCase, options: MutationOptions): Attempt[] {
  const { name, in: place } = parameter;
  const values = valid.parameters[place];
  const value = own(values, name);
  if (value === undefined) return [];
  return parameterChanges(parameter, value, options).map(({ name: way, place: inner, change }) => ({
    name: `${place} ${name} ${way}`,
    place: `${place} ${name} in ${inner}`,
    mutate() {
      const next = asObject(applyChange(values, { path: [name, ...change.path], value: change.value }));
      const must = change.value === removed ? 'reject' : judgeParameter(parameter, own(next, name), options);
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
  options: MutationOptions,
): { name: string; place: string; change: Change }[] {
  if (options.kind === 'missing-required') {
    if (!required || place === 'path') return [];
    const description = 'it is required and missing';
    const change = { path: [], value: removed, field: { path: [], least: 0 }, description };
    return [{ name: 'missing', place: '', change }];
  }
  const isScalar = typeof value !== 'object' || value === null;
  // Objects can be written in many styles, and a server interprets any text in some way.
  if (mediaType !== undefined || !(isScalar || Array.isArray(value))) return [];
  const isCounted = (site: Site) => options.kind === 'out-of-range' && Array.isArray(site.value);
  return listSites(schema, value).flatMap((site) => listChanges(site, options, !isCounted(site)));
}

/** A list is invalid only if it is invalid in every way in which a server can read it. */
function judgeParameter(
  parameter: Parameter,
  value: unknown,
  options: MutationOptions,
): Mutation['must'] | undefined {
  if (!Array.isArray(value)) return judge(parameter, value, options);
  if (!isListWritten(value)) return undefined;
  const readings = readingsOf(parameter, value);
  if (!readings.some((reading) => validatorOf(parameter.schema).accepts(reading))) return 'reject';
  return options.isHostile ? 'respond' : undefined;
}

function judge(
  { schema }: BodyMedia | Parameter,
  value: unknown,
  { isHostile }: MutationOptions,
): Mutation['must'] | undefined {
  if (!validatorOf(schema).accepts(value)) return 'reject';
  return isHostile ? 'respond' : undefined;
}
