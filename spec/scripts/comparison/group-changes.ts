import type { Change } from '../change.js';
import type { Located } from './located.js';

/** One change for each declaration. The report names the first location, and lists the others with it. */
export function groupChanges(found: readonly Located[]): Change[] {
  const groups = new Map<string, { first: Located; places: Set<string>; users: Set<string> }>();
  for (const one of found) {
    const key = [one.rule, one.severity, one.source ?? one.location, one.sentence].join('\n');
    const group = groups.get(key) ?? { first: one, places: new Set(), users: new Set() };
    groups.set(key, group);
    group.places.add(one.location);
    if (one.user !== '') group.users.add(one.user);
  }
  return [...groups.values()].map(({ first, places, users }) => {
    const { rule, location, sentence, severity } = first;
    return { rule, location, sentence, severity, places: [...places], users: [...users] };
  });
}
