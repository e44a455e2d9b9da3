import type { Use, Uses } from './consumer.js';
import { found, type Match, type Question } from './effect.js';
import { type Place, parentOf, simplify } from './read-place.js';

const requirements = new Set([
  'required-property-added',
  'property-became-required',
  'parameter-became-required',
  'request-body-became-required',
]);

/** Matches a change of something that is sent with the requests of a consumer. */
export function matchRequest(
  place: Extract<Place, { kind: 'request' }>,
  { version, change, consumer }: Question,
): Match[] {
  const key = `${version} ${place.user}`;
  const path = simplify(place.path);
  const calls = consumer.operations[key] ?? [];
  // The client sends the headers itself.
  if (path.startsWith('header.')) return found('called', calls, false);
  if (requirements.has(change.rule)) return matchRequired(path, place.path, key, consumer.enumValues, calls);
  const unknown = found('sent', listUnknown(path, key, consumer.requestFields), false);
  const uses = consumer.requestFields[`${key} ${path}`] ?? [];
  if (!change.lost) return [...found('sent', uses), ...unknown];
  const values = change.lost.flatMap((value) => consumer.enumValues[`${key} ${path}=${value}`] ?? []);
  const isListed = Object.keys(consumer.enumValues).some((one) => one.startsWith(`${key} ${path}=`));
  return [...found('sent', values), ...unknown, ...(isListed ? [] : found('sent', uses, false))];
}

/** The calls that do not send what is required now. */
function matchRequired(
  path: string,
  place: string,
  key: string,
  enumValues: Uses,
  calls: readonly Use[],
): Match[] {
  const parent = simplify(parentOf(path));
  // In a branch such as `steps[](send_message)`, only calls that send the branch are affected.
  const branch = /\(([^)]*)\)\.[^.]*$/.exec(place)?.[1];
  const sendsBranch =
    branch === undefined ||
    Object.keys(enumValues).some((one) => one.startsWith(`${key} `) && one.endsWith(`=${branch}`));
  const lacking = calls.filter(({ sends = [] }) => {
    const isInside = parent === '' || !parent.startsWith('body') || parent === 'body' || has(sends, parent);
    return isInside && sendsBranch && !has(sends, path);
  });
  const isUnknown = ({ sends = [] }: Use): boolean =>
    ancestorsOf(path).some((one) => sends.includes(`${one}.*`));
  return [
    ...found(
      'called',
      lacking.filter((call) => !isUnknown(call)),
    ),
    ...found('called', lacking.filter(isUnknown), false),
  ];
}

function has(sends: readonly string[], path: string): boolean {
  return sends.some((sent) => simplify(sent) === path);
}

/** The uses that send an object whose fields are unknown, and that can contain the path. */
function listUnknown(path: string, key: string, fields: Uses): readonly Use[] {
  return ancestorsOf(path).flatMap((one) => fields[`${key} ${one}.*`] ?? []);
}

/** `body`, `body.steps` and `body.steps[]` for `body.steps[].text`. */
export function ancestorsOf(path: string): string[] {
  const steps = path.split('.');
  return steps.flatMap((_, index) => {
    const one = steps.slice(0, index + 1).join('.');
    return one.endsWith('[]') ? [one.replace(/(\[\])+$/, ''), one] : [one];
  });
}
