import type { Change } from '../change.js';
import type { Version } from '../versions.js';
import type { KeyUsage, Usage } from './consumer.js';
import { type Place, readPlace } from './read-place.js';

/** The API keys that have used what a change breaks, or the workspaces that have received it. */
export interface KeyEffect {
  readonly verb: string;
  readonly noun: 'key' | 'workspace';
  readonly names: readonly string[];
}

export function findKeys(change: Change, version: Version, usages: readonly Usage[]): KeyEffect[] {
  const sites = change.sites ?? [{ location: change.location, user: change.users?.[0] ?? '' }];
  const questions = sites.map(readPlace).map((place) => readQuestion(place, change));
  const keys = usages.flatMap((usage) => usage.keys);
  return [...new Set(questions.map(({ verb }) => verb))].flatMap((verb): KeyEffect[] => {
    const asked = questions.filter((question) => question.verb === verb);
    const found = keys.filter((key) => asked.some((question) => isUsed(question, key, version)));
    const names = new Set(found.map(({ tenant, keyId, keyName }) => keyName ?? keyId ?? tenant));
    const noun = verb === received ? 'workspace' : 'key';
    return names.size === 0 ? [] : [{ verb, noun, names: [...names].sort() }];
  });
}

function isUsed({ section, names, isAny }: Question, key: KeyUsage, version: Version): boolean {
  if (isAny) return Object.keys(key.operations).some((one) => one.startsWith(`${version} `));
  return names.some((name) => `${version} ${name}` in key[section]);
}

/** A webhook belongs to a workspace, and not to one of its keys. */
const received = 'received';

interface Question {
  readonly section:
    | 'operations'
    | 'requestFields'
    | 'filterFields'
    | 'enumValues'
    | 'eventTypes'
    | 'errorKeys';
  /** The keys of the section, without the version. */
  readonly names: readonly string[];
  readonly verb: string;
  readonly isAny?: boolean;
}

/** The server counts requests and deliveries; it cannot know which fields of a response are read. */
function readQuestion(place: Place, { rule, lost }: Change): Question {
  switch (place.kind) {
    case 'document':
      return { section: 'operations', names: [], verb: 'called', isAny: true };
    case 'schema':
      return { section: 'operations', names: [], verb: 'called' };
    case 'operation':
    case 'response':
    case 'remainder':
      return { section: 'operations', names: [place.user], verb: 'called' };
    case 'event':
      return { section: 'eventTypes', names: [place.user], verb: received };
    case 'filter':
    case 'sort':
      return { section: 'filterFields', names: [`${place.user} ${place.name}`], verb: 'filtered on' };
    case 'error':
      return { section: 'errorKeys', names: [`${place.user} ${place.name}`], verb: 'handled' };
    case 'request': {
      if (/required/.test(rule) || place.path.startsWith('path.') || place.path === 'body')
        return { section: 'operations', names: [place.user], verb: 'called' };
      const key = `${place.user} ${place.path.replace(/\{.*$/, '').replace(/(\[\])+$/, '')}`;
      if (lost) return { section: 'enumValues', names: lost.map((value) => `${key}=${value}`), verb: 'sent' };
      return { section: 'requestFields', names: [key], verb: 'sent' };
    }
    default:
      return place satisfies never;
  }
}
