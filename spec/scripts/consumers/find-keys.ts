import type { Change } from '../change.js';
import type { Version } from '../versions.js';
import type { KeyUsage, Usage } from './consumer.js';
import { affectsMissing } from './match-request.js';
import { type Place, readPlace } from './read-place.js';

/** The API keys that have used what a change breaks, or the workspaces that have received it. */
export interface KeyEffect {
  /** "called by", "returned to". */
  readonly verb: string;
  readonly noun: 'key' | 'workspace';
  /** One for each key; keys of the same workspace can have the same name. */
  readonly names: readonly string[];
}

export function findKeys(change: Change, version: Version, usages: readonly Usage[]): KeyEffect[] {
  const questions = listPlaces(change).flatMap((place) => readQuestions(place, change));
  const keys = usages.flatMap((usage) => usage.keys);
  return [...new Set(questions.map(({ verb }) => verb))].flatMap((verb) => {
    const asked = questions.filter((question) => question.verb === verb);
    const found = keys.filter((key) => asked.some((question) => isUsed(question, key, version)));
    return (['key', 'workspace'] as const).flatMap((noun): KeyEffect[] => {
      const own = found.filter(({ keyId }) => (keyId === null) === (noun === 'workspace'));
      // Two exports can contain the same key.
      const named = new Map(own.map((key) => [`${key.tenant}/${key.keyId}`, nameOf(key)]));
      return named.size === 0 ? [] : [{ verb, noun, names: [...named.values()].sort() }];
    });
  });
}

/** Whether the change can be seen in calls. The server does not know which types a project imports. */
export function isSeenInCalls(change: Change): boolean {
  return listPlaces(change).some(({ kind }) => kind !== 'schema' && kind !== 'component');
}

function listPlaces({ sites, location, users }: Change): Place[] {
  return (sites ?? [{ location, user: users?.[0] ?? '' }]).map(readPlace);
}

/** What belongs to no key, such as a webhook, belongs to the workspace. */
function nameOf({ tenant, keyId, keyName }: KeyUsage): string {
  return keyId === null ? tenant : `${tenant}: ${keyName ?? keyId}`;
}

function isUsed({ section, names, isAny }: Question, key: KeyUsage, version: Version): boolean {
  if (isAny) return Object.keys(key.operations).some((one) => one.startsWith(`${version} `));
  return names.some((name) => `${version} ${name}` in key[section]);
}

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

function readQuestions(place: Place, change: Change): Question[] {
  const question = readQuestion(place, change);
  // The status and the headers of a webhook are not in the feed.
  const isInFeed = place.kind === 'event' && (change.rule === 'event-removed' || place.path !== undefined);
  return isInFeed ? [question, feedReaders] : [question];
}

/**
 * The description of a stream does not name its events, and what these operations have sent is counted only since the
 * server counts it. Only v3 has them.
 */
const feedReaders: Question = {
  section: 'operations',
  names: ['searchEvents', 'streamEvents'],
  verb: 'feed of events read by',
};

/** The server counts requests and events; it cannot know which fields of a response are read. */
function readQuestion(place: Place, change: Change): Question {
  const { lost } = change;
  switch (place.kind) {
    case 'document':
      return { section: 'operations', names: [], verb: 'called by', isAny: true };
    case 'component':
    case 'schema':
      return { section: 'operations', names: [], verb: 'called by' };
    case 'operation':
    case 'response':
    case 'remainder':
      return { section: 'operations', names: [place.user], verb: 'called by' };
    case 'event':
      return { section: 'eventTypes', names: [place.user], verb: 'received by' };
    case 'filter':
    case 'sort':
      return {
        section: 'filterFields',
        names: [`${place.user} ${place.name}`],
        verb: 'filtered on or sorted by',
      };
    case 'error':
      return { section: 'errorKeys', names: [`${place.user} ${place.name}`], verb: 'returned to' };
    case 'request': {
      // The server does not count the requests without a field.
      if (affectsMissing(change) || place.path.startsWith('path.') || place.path === 'body')
        return { section: 'operations', names: [place.user], verb: 'called by' };
      const path = place.path.replace(/\{.*$/, '');
      // The server names a branch by its value only; branches that no value tells apart have no name.
      const paths = [path, path.replaceAll(/\([A-Z][^)]*\)/g, '')].map((one) => `${place.user} ${one}`);
      if (lost)
        return {
          ...{ section: 'enumValues', verb: 'sent by' },
          names: paths.flatMap((one) => lost.map((value) => `${one}=${value}`)),
        };
      const names = paths.map((one) => one.replace(/(\[\])+$/, ''));
      return { section: 'requestFields', names, verb: 'sent by' };
    }
    default:
      return place satisfies never;
  }
}
