import type { Use } from './consumer.js';
import { found, type Match } from './effect.js';
import { parentOf } from './read-place.js';
import { canContain, relateBranches, withoutBranches } from './sent-paths.js';

/** Matches the calls that do not send what is required or has another default now, or do not always send it. */
export function matchRequired(place: string, calls: readonly Use[]): Match[] {
  const lacking = calls.map((call) => ({ call, lack: findLack(place, call.sends ?? []) }));
  const select = (lack: Lack): Use[] => lacking.flatMap((one) => (one.lack === lack ? [one.call] : []));
  return [...found('called', select('always')), ...found('called', select('perhaps'), false)];
}

type Lack = 'always' | 'perhaps' | 'never';

function findLack(place: string, sends: readonly string[]): Lack {
  const isUnknown = sends.some((sent) => canContain(sent, place));
  // The keys of a map are not known.
  if (place.includes('{')) {
    const map = withoutBranches(place.replace(/\{.*$/, ''));
    return isUnknown || sends.some((sent) => withoutBranches(sent.replace(/\?$/, '')) === map)
      ? 'perhaps'
      : 'never';
  }
  const parent = parentOf(place);
  const name = place.slice(place.lastIndexOf('.') + 1);
  const isTop = ['', 'body', 'path', 'query'].includes(parent);
  const objects = isTop ? [parent] : listObjects(parent, sends);
  const lacks = objects.map((object): Lack => {
    const field = object === '' ? name : `${object}.${name}`;
    if (sends.includes(field)) return 'never';
    const isCertain = !sends.includes(`${field}?`) && relateBranches(parent, `${object}.`) === 'same';
    return isCertain && !isUnknown ? 'always' : 'perhaps';
  });
  if (lacks.includes('always')) return 'always';
  return lacks.includes('perhaps') || (isUnknown && objects.length === 0) ? 'perhaps' : 'never';
}

/** The objects that are sent at a place, one for each branch. */
function listObjects(place: string, sends: readonly string[]): string[] {
  const paths = sends.map((sent) => sent.replace(/\?$/, ''));
  const whole = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}(`)));
  return [...new Set([...whole, ...paths.map(parentOf)])].filter(
    (object) =>
      withoutBranches(object) === withoutBranches(place) && relateBranches(place, `${object}.`) !== undefined,
  );
}
