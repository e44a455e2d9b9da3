import type { Change } from '../change.js';
import type { Use, Uses } from './consumer.js';
import { found, type Match, type Question } from './effect.js';
import { matchRequired } from './match-required.js';
import { branchOf, type Place, simplify } from './read-place.js';
import { canContain, type Relation, relate, relateBranches, withoutBranches } from './sent-paths.js';

/** The changes that affect requests without the field: those that require it, and those of its default. */
const missed = new Set([
  'required-property-added',
  'property-became-required',
  'parameter-became-required',
  'request-body-became-required',
  'request-default-changed',
]);

export function affectsMissing({ rule }: Change): boolean {
  return missed.has(rule);
}

/** Matches a change of something that is sent with the requests of a consumer. */
export function matchRequest(
  { path, user }: Extract<Place, { kind: 'request' }>,
  { version, change, consumer }: Question,
): Match[] {
  const key = `${version} ${user}`;
  const calls = consumer.operations[key] ?? [];
  const anyCalls = found('called', consumer.operations[`${version} *`], false);
  // The client sends the headers itself.
  if (path.startsWith('header.')) return [...found('called', calls, false), ...anyCalls];
  if (affectsMissing(change)) return [...matchRequired(path, calls), ...anyCalls];
  const fields = listBelow(consumer.requestFields, key);
  const unknown = fields.filter(([sent]) => canContain(sent, path)).flatMap(([, uses]) => uses);
  const others = [...found('sent', unknown, false), ...anyCalls];
  const uses =
    branchOf(path) === undefined ? select(fields, (sent) => relate(path, sent)) : inBranch(path, fields);
  if (!change.lost) return [...uses, ...others];
  const values = listBelow(consumer.enumValues, key).flatMap(([sent, at]) => {
    const [place = '', value = ''] = splitValue(sent);
    return relate(path, place) ? [{ place, value, at }] : [];
  });
  const lost = new Set(change.lost);
  const isListed = values.length > 0;
  return [
    ...values.flatMap(({ place, value, at }) =>
      lost.has(value) ? found('sent', at, relate(path, place) === 'same') : [],
    ),
    ...others,
    ...(isListed ? [] : uses.map((match) => ({ ...match, isCertain: false }))),
  ];
}

/** The uses of what is in a branch as a whole: `body.steps[](wait)`. */
function inBranch(place: string, fields: ReadonlyArray<readonly [string, readonly Use[]]>): Match[] {
  const object = `${withoutBranches(place)}.`;
  const inside = fields.filter(([sent]) => withoutBranches(sent).startsWith(object));
  if (inside.length > 0) return select(inside, (sent) => relateBranches(place, sent));
  return select(fields, (sent) => (simplify(sent) === simplify(place) ? 'perhaps' : undefined));
}

function select(
  fields: ReadonlyArray<readonly [string, readonly Use[]]>,
  read: (sent: string) => Relation,
): Match[] {
  return fields.flatMap(([sent, uses]) => {
    const relation = read(sent);
    return relation === undefined ? [] : found('sent', uses, relation === 'same');
  });
}

/** The uses of an operation, by what follows its name. */
function listBelow(uses: Uses, key: string): Array<readonly [string, readonly Use[]]> {
  return Object.entries(uses).flatMap(([one, list]) =>
    one.startsWith(`${key} `) ? [[one.slice(key.length + 1), list] as const] : [],
  );
}

function splitValue(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `body`, `body.steps` and `body.steps[]` for `body.steps[].text`. */
export function ancestorsOf(path: string): string[] {
  const steps = path.split('.');
  return steps.flatMap((_, index) => {
    const one = steps.slice(0, index + 1).join('.');
    return one.endsWith('[]') ? [one.replace(/(\[\])+$/, ''), one] : [one];
  });
}
