import { channelAdapters } from '@parley/channels';
import type { ShownRelease } from './changelog/render-changelog.js';
import { contractVersions, listEntries, listEvents } from './list-entries.js';
import { formatDay } from './tables/lifetime.js';

/** Numbers and dates of the contract that pages mention. The version is the one that was released last. */
export function countFacts(releases: readonly ShownRelease[]) {
  const { v3, v2 } = contractVersions;
  const entries = listEntries(v3);
  const errors = new Set(entries.flatMap(({ failures }) => failures.map(({ messageKey }) => messageKey)));
  return {
    operations: entries.length,
    searches: entries.filter(({ filterFields }) => filterFields).length,
    events: listEvents(v3).length,
    errors: errors.size,
    channels: new Set(channelAdapters.flatMap(({ channelTypes }) => channelTypes)).size,
    v3: { version: findReleased(releases, 'v3') },
    v2: {
      version: findReleased(releases, 'v2'),
      deprecatedOn: formatDay(v2.table.deprecatedAt ?? ''),
      endedOn: formatDay(v2.table.sunsetAt ?? ''),
    },
  };
}

/** Releases are sorted, newest first. */
function findReleased(releases: readonly ShownRelease[], version: string): string {
  const number = releases.find((release) => release.version === version && release.number !== null)?.number;
  if (!number) throw new Error(`${version} has no release.`);
  return number;
}
