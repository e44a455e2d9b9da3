import type { BodyMedia, Operation, Parameter } from '../document/operation.js';
import { encodeRequest } from '../request/encode-request.js';
import { formOf } from '../request/media-types.js';
import type { RequestCase } from '../request/request-case.js';
import { compileSchema } from '../schema/compile-schema.js';
import { applyChange, type Change, removed, type Spoil } from './change.js';
import type { Fault, FaultKind } from './fault.js';
import { listSites } from './list-sites.js';

export interface SpoilOptions {
  readonly kind: FaultKind;
  readonly spoil: Spoil;
  /** Whether the request is to be sent too when the document allows it after all: then it must only be answered. */
  readonly isHostile?: boolean;
}

/** A valid request with one of its values spoilt, which one by any number; `undefined` when no value can be. */
export function spoilValues(
  operation: Operation,
  { valid, pick, options }: { valid: RequestCase; pick: number; options: SpoilOptions },
): Fault | undefined {
  const changes = listChanges(operation, valid, options);
  // A change may hit a value that the schema lets through all the same; its neighbours are tried instead.
  for (let index = 0; index < Math.min(changes.length, 40); index += 1) {
    const fault = changes[(pick + index) % changes.length]?.();
    const request = fault && encodeRequest(operation, fault.case);
    if (!request) continue;
    const { must, field, description } = fault;
    return { kind: options.kind, request, must, field, description };
  }
  return undefined;
}

export function countChanges(operation: Operation, valid: RequestCase, options: SpoilOptions): number {
  return listChanges(operation, valid, options).length;
}

function listChanges(operation: Operation, valid: RequestCase, options: SpoilOptions): Attempt[] {
  return [
    ...bodyChanges(valid, options),
    ...withoutBody(operation, valid, options),
    ...parameterChanges(operation, valid, options),
  ];
}

type Attempt = () => (Pick<Fault, 'must' | 'field' | 'description'> & { case: RequestCase }) | undefined;

function bodyChanges(valid: RequestCase, options: SpoilOptions): Attempt[] {
  const { body } = valid;
  if (!body) return [];
  const isText = formOf(body.media.type) !== 'json';
  return listSites(body.media.schema, body.value)
    .flatMap((site) =>
      isText && site.path.length === 0 && !isObjectFault(options)
        ? []
        : options.spoil(site, { isText: isText && site.path.length > 0 }),
    )
    .map((change) => () => {
      const value = applyChange(body.value, change);
      const must = judge(body.media, value, options);
      return must && { ...described(change, must), case: { ...valid, body: { ...body, value } } };
    });
}

function withoutBody({ body }: Operation, valid: RequestCase, { kind }: SpoilOptions): Attempt[] {
  if (kind !== 'missing-required' || !body?.required) return [];
  const description = 'the body is required and missing';
  return [() => ({ must: 'refuse', field: undefined, description, case: { ...valid, body: undefined } })];
}

/** A form is an object of texts: keys can be missing or too many, and it cannot be anything else. */
function isObjectFault({ kind }: SpoilOptions): boolean {
  return kind === 'missing-required' || kind === 'unknown-key' || kind === 'prototype-key';
}

function parameterChanges(operation: Operation, valid: RequestCase, options: SpoilOptions): Attempt[] {
  return operation.parameters.flatMap((parameter) => {
    const values = valid.parameters[parameter.in];
    const value = values[parameter.name];
    if (value === undefined) return [];
    return changesOf(parameter, value, options).map((change) => () => {
      const next = applyChange(values, { path: [parameter.name, ...change.path], value: change.value });
      const spoilt = (next as Readonly<Record<string, unknown>>)[parameter.name];
      const must = change.value === removed ? 'refuse' : judge(parameter, spoilt, options);
      // The values of one place are an object, and stay one.
      const parameters = { ...valid.parameters, [parameter.in]: next as Readonly<Record<string, unknown>> };
      const field = { path: [parameter.name, ...change.field.path], least: 1 };
      return must && { ...described({ ...change, field }, must), case: { ...valid, parameters } };
    });
  });
}

function changesOf(parameter: Parameter, value: unknown, { kind, spoil }: SpoilOptions): readonly Change[] {
  const { name, required, in: place, schema, mediaType } = parameter;
  if (kind === 'missing-required') {
    if (!required || place === 'path') return [];
    const description = `the ${place} parameter ${name} is required and missing`;
    return [{ path: [], value: removed, field: { path: [], least: 0 }, description }];
  }
  const isScalar = typeof value !== 'object' || value === null;
  // Lists and objects are written in many ways; a server reads each of their texts as something.
  if (!isScalar || mediaType !== undefined) return [];
  return listSites(schema, value).flatMap((site) =>
    spoil(site, { isText: true }).map((change) => ({
      ...change,
      description: `${place} parameter ${name}: ${change.description.replace('the body', name)}`,
    })),
  );
}

function judge(
  { schema }: BodyMedia | Parameter,
  value: unknown,
  { isHostile }: SpoilOptions,
): Fault['must'] | undefined {
  if (!compileSchema(schema).accepts(value)) return 'refuse';
  return isHostile ? 'answer' : undefined;
}

function described({ field, description }: Change, must: Fault['must']) {
  return { must, field, description };
}
