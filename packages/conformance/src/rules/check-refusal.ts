import type { Mutation } from '../mutations/mutation.js';
import { isResponse, type Outcome, type WireResponse } from '../wire/wire-response.js';
import { jsonOf } from './check-body.js';
import { type ErrorListPath, readNamedFields } from './error-list.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/**
 * Checks that an invalid request was refused. If refusals list the invalid fields, the list must contain the mutated
 * one.
 */
export function checkRefusal(
  mutation: Mutation,
  outcome: Outcome,
  errorListPath: ErrorListPath | undefined,
): Violation[] {
  if (!isResponse(outcome) || outcome.status >= 500 || mutation.must === 'respond') return [];
  if (outcome.status < 400 || (isOfCredentials(mutation) && !isJudged(mutation, outcome)))
    return [accepted(mutation, outcome)];
  const isOfValues = outcome.status === 400 || outcome.status === 422;
  return isOfValues && errorListPath && mutation.field
    ? checkName(mutation, outcome, { errorListPath, field: mutation.field })
    : [];
}

/**
 * Whether a refusal is about the mutation. A 404 or 409 may come from an earlier check, and does not show whether the
 * server would notice the mutation.
 */
export function isJudged(mutation: Mutation, { status }: WireResponse): boolean {
  const statuses = isOfCredentials(mutation) ? [401, 403] : [400, 413, 414, 415, 422, 431];
  return mutation.must === 'respond' || status < 400 || status >= 500 || statuses.includes(status);
}

function isOfCredentials({ kind }: Mutation): boolean {
  return kind === 'no-credentials' || kind === 'wrong-credentials';
}

function accepted(mutation: Mutation, response: WireResponse): Violation {
  const refusal = isOfCredentials(mutation) ? '401 or 403' : '4xx';
  return {
    rule: 'invalid-is-refused',
    key: keyOf(mutation),
    expected: `a refusal (${refusal}), since ${mutation.description}`,
    received: `${response.status} ${excerpt(response)}`,
  };
}

/** The request would be accepted without its mutation, but was refused for another reason. */
export function refusedForAnother(
  mutation: Mutation,
  { refusal, right }: { refusal: WireResponse; right: WireResponse },
): Violation {
  return {
    rule: 'invalid-is-refused',
    key: keyOf(mutation),
    expected: `a refusal because of its mutation (such as 400 or 422), since ${mutation.description}`,
    received: `${refusal.status}, although the same request without the mutation gets ${right.status}: ${excerpt(refusal)}`,
  };
}

function keyOf(mutation: Mutation): string {
  return `invalid-is-refused ${mutation.kind} ${placeOf(mutation)}`;
}

function checkName(
  mutation: Mutation,
  response: WireResponse,
  { errorListPath, field }: { errorListPath: ErrorListPath; field: NonNullable<Mutation['field']> },
): Violation[] {
  const names = readNamedFields(jsonOf(response), errorListPath);
  const path = field.path.map(String);
  if (names?.some((name) => fits(withoutLocation(name, path), path, field.least))) return [];
  const listed = names ? names.map((name) => name.join('.')).join(', ') || 'nothing' : 'no such list';
  return [
    {
      rule: 'invalid-field-is-named',
      key: `invalid-field-is-named ${mutation.kind} ${placeOf(mutation)}`,
      expected: `${path.join('.')} in ${errorListPath.join('.')}, since ${mutation.description}`,
      received: `${response.status} that names ${listed}: ${excerpt(response)}`,
    },
  ];
}

/** Whether this is the name of the field itself, of a part of it, or of the union to which it belongs. */
function fits(name: readonly string[], path: readonly string[], least: number): boolean {
  const shared = Math.min(name.length, path.length);
  return (
    name.length >= Math.min(least, path.length) &&
    name.slice(0, shared).every((part, index) => part === path[index])
  );
}

const locations = new Set(['body', 'query', 'header', 'headers', 'path', 'params', 'cookie', 'cookies']);

/** Some servers put the location of a field before its name. */
function withoutLocation(name: readonly string[], path: readonly string[]): readonly string[] {
  const [first = '', ...rest] = name;
  return name.length > 1 && locations.has(first) && first !== path[0] ? rest : name;
}

function placeOf({ field }: Mutation): string {
  return field?.path.map((part) => (typeof part === 'number' ? '*' : part)).join('.') ?? '';
}
