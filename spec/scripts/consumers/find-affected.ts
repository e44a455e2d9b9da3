import type { Change } from '../change.js';
import type { Version } from '../versions.js';
import type { Consumer, Use, Uses } from './consumer.js';
import { type Effect, found, type Match, type Question } from './effect.js';
import { matchRead } from './match-read.js';
import { matchRequest } from './match-request.js';
import { type Place, readPlace } from './read-place.js';

/** Finds the consumers that a breaking change affects, each once. */
export function findAffected(change: Change, version: Version, consumers: readonly Consumer[]): Effect[] {
  const places = listPlaces(change);
  return consumers.flatMap((consumer): Effect[] => {
    const matches = places.flatMap(([place, own]) => match(place, { version, change: own, consumer }));
    const certain = matches.filter(({ isCertain }) => isCertain);
    const [first] = certain.length > 0 ? certain : matches;
    if (!first) return [];
    const uses = (certain.length > 0 ? certain : matches).flatMap((one) => one.uses);
    return [{ consumer: consumer.consumer, verb: first.verb, uses, isCertain: first.isCertain }];
  });
}

/** Each place of a change, with the change as it is at its declaration: consumers read a field that refers to what has changed. */
function listPlaces(change: Change): [Place, Change][] {
  const sites = change.sites ?? [{ location: change.location, user: change.users?.[0] ?? '' }];
  const sources = [...new Set(sites.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const here = sites.filter((site) => site.source === source);
    const users = here.flatMap(({ user }) => (user === '' ? [] : [user]));
    const own = { ...change, ...(source !== undefined && { source }), users };
    return here.map((site): [Place, Change] => [readPlace(site), own]);
  });
}

function match(place: Place, question: Question): Match[] {
  const { version, consumer } = question;
  const calls = (user: string): readonly Use[] => consumer.operations[`${version} ${user}`] ?? [];
  // The path of such a call is a parameter, so that it can be any operation.
  const anyCalls = found('called', calls('*'), false);
  switch (place.kind) {
    case 'document':
      return found('called', allOf(consumer, version));
    case 'component':
      // Reports have only the names of the schemas that a project imports.
      return found('imported', allOf(consumer, version), false);
    case 'operation':
      return [...found('called', calls(place.user)), ...anyCalls];
    case 'remainder':
      return [...found('called', calls(place.user), false), ...anyCalls];
    case 'request':
      return matchRequest(place, question);
    case 'filter':
    case 'sort': {
      const fields = place.kind === 'filter' ? consumer.filterFields : consumer.sortFields;
      const verb = place.kind === 'filter' ? 'filtered on' : 'sorted by';
      const namedBy = (user: string): readonly Use[] => {
        const key = `${version} ${user} `;
        const named = Object.entries(fields).filter(
          ([one]) => one.startsWith(key) && covers(place.name, one.slice(key.length)),
        );
        return named.flatMap(([, uses]) => uses);
      };
      const unknown = [place.user, '*'].flatMap((user) => fields[`${version} ${user} *`] ?? []);
      return [...found(verb, namedBy(place.user)), ...found(verb, [...unknown, ...namedBy('*')], false)];
    }
    case 'error': {
      const handled = (user: string, name: string): readonly Use[] =>
        consumer.errorKeys[`${version} ${user} ${name}`] ?? [];
      const { user, name } = place;
      const anywhere = handled('*', name);
      const isCalled = calls(user).length > 0;
      const isPerhapsCalled = isCalled || calls('*').length > 0;
      const unknown = [
        ...handled(user, '*'),
        ...(isPerhapsCalled ? [...anywhere, ...handled('*', '*')] : []),
      ];
      return [
        ...found('handled', [...handled(user, name), ...(isCalled ? anywhere : [])]),
        ...found('handled', unknown, false),
      ];
    }
    case 'response':
    case 'event':
    case 'schema':
      return matchRead(place, question);
    default:
      return place satisfies never;
  }
}

/** `attributes.*` stands for every attribute. */
function covers(name: string, used: string): boolean {
  return name.endsWith('.*') ? used.startsWith(name.slice(0, -1)) : used === name;
}

/** Every call of a version, and every event that is handled. */
function allOf({ operations, eventTypes }: Consumer, version: Version): Use[] {
  const select = (uses: Uses): Use[] =>
    Object.entries(uses).flatMap(([key, list]) => (key.startsWith(`${version} `) ? list : []));
  return [...select(operations), ...select(eventTypes)];
}
