import type { Fault } from '../faults/fault.js';
import { type Answer, isAnswer, type Outcome } from '../wire/answer.js';
import { jsonOf } from './check-body.js';
import { excerpt } from './excerpt.js';
import { type FaultPath, readNamedFields } from './fault-list.js';
import type { Violation } from './violation.js';

/** A request with a fault is refused; and where refusals list the fields at fault, this one is in the list. */
export function checkRefusal(fault: Fault, outcome: Outcome, faultPath: FaultPath | undefined): Violation[] {
  if (!isAnswer(outcome) || outcome.status >= 500 || fault.must === 'answer') return [];
  if (outcome.status < 400 || (isOfCredentials(fault) && !isJudged(fault, outcome)))
    return [accepted(fault, outcome)];
  const isOfValues = outcome.status === 400 || outcome.status === 422;
  return isOfValues && faultPath && fault.field
    ? checkName(fault, outcome, { faultPath, field: fault.field })
    : [];
}

/**
 * Whether a refusal tells of the fault. A 404 or 409 may have come before anybody looked at it, and says nothing of what
 * the server does where it would look.
 */
export function isJudged(fault: Fault, { status }: Answer): boolean {
  const statuses = isOfCredentials(fault) ? [401, 403] : [400, 413, 414, 415, 422, 431];
  return fault.must === 'answer' || status < 400 || status >= 500 || statuses.includes(status);
}

function isOfCredentials({ kind }: Fault): boolean {
  return kind === 'no-credentials' || kind === 'wrong-credentials';
}

function accepted(fault: Fault, answer: Answer): Violation {
  const refusal = isOfCredentials(fault) ? '401 or 403' : '4xx';
  return {
    rule: 'invalid-is-refused',
    key: keyOf(fault),
    expected: `a refusal (${refusal}), since ${fault.description}`,
    received: `${answer.status} ${excerpt(answer)}`,
  };
}

/** The refusal of a request that would be taken without its fault, and is not refused for it. */
export function refusedForAnother(
  fault: Fault,
  { refusal, right }: { refusal: Answer; right: Answer },
): Violation {
  return {
    rule: 'invalid-is-refused',
    key: keyOf(fault),
    expected: `a refusal for its fault (400 or 422, say), since ${fault.description}`,
    received: `${refusal.status}, where the same request without the fault gets ${right.status}: ${excerpt(refusal)}`,
  };
}

function keyOf(fault: Fault): string {
  return `invalid-is-refused ${fault.kind} ${placeOf(fault)}`;
}

function checkName(
  fault: Fault,
  answer: Answer,
  { faultPath, field }: { faultPath: FaultPath; field: NonNullable<Fault['field']> },
): Violation[] {
  const names = readNamedFields(jsonOf(answer), faultPath);
  const path = field.path.map(String);
  if (names?.some((name) => fits(withoutPlace(name, path), path, field.least))) return [];
  const listed = names ? names.map((name) => name.join('.')).join(', ') || 'nothing' : 'no such list';
  return [
    {
      rule: 'fault-is-named',
      key: `fault-is-named ${fault.kind} ${placeOf(fault)}`,
      expected: `${path.join('.')} in ${faultPath.join('.')}, since ${fault.description}`,
      received: `${answer.status} that names ${listed}: ${excerpt(answer)}`,
    },
  ];
}

/** The field itself, something in it, or the part of which a union was to choose a branch. */
function fits(name: readonly string[], path: readonly string[], least: number): boolean {
  const shared = Math.min(name.length, path.length);
  return (
    name.length >= Math.min(least, path.length) &&
    name.slice(0, shared).every((part, index) => part === path[index])
  );
}

const places = new Set(['body', 'query', 'header', 'headers', 'path', 'params', 'cookie', 'cookies']);

/** Some servers put the place of a field before its name. */
function withoutPlace(name: readonly string[], path: readonly string[]): readonly string[] {
  const [first = '', ...rest] = name;
  return name.length > 1 && places.has(first) && first !== path[0] ? rest : name;
}

function placeOf({ field }: Fault): string {
  return field?.path.map((part) => (typeof part === 'number' ? '*' : part)).join('.') ?? '';
}
