import type { Change, Site } from '../change.js';
import type { Located } from './located.js';

/** One change for each declaration. The report names the first location, and lists the others with it. */
export function groupChanges(found: readonly Located[]): Change[] {
  const groups = new Map<string, { first: Located; sites: Map<string, Site> }>();
  for (const one of found) {
    const key = [one.rule, one.severity, one.source ?? one.location, one.sentence].join('\n');
    const group = groups.get(key) ?? { first: one, sites: new Map() };
    groups.set(key, group);
    const { location, user } = one;
    group.sites.set(`${user}\n${location}`, { location, user });
  }
  return [...groups.values()].map(({ first, sites }) => {
    const { rule, location, sentence, severity, source, lost } = first;
    const all = [...sites.values()];
    return {
      ...{ rule, location, sentence, severity },
      places: [...new Set(all.map((site) => site.location))],
      users: [...new Set(all.flatMap(({ user }) => (user === '' ? [] : [user])))],
      sites: all,
      ...(source !== undefined && { source }),
      ...(lost && { lost }),
    };
  });
}
