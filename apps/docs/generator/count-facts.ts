import { channelAdapters } from '@parley/channels';
import { contractVersions, listEntries, listEvents } from './list-entries.js';
import { formatDay } from './tables/lifetime.js';

/** Numbers and dates of the contract that pages mention. */
export function countFacts() {
  const { v3, v2 } = contractVersions;
  const entries = listEntries(v3);
  const errors = new Set(entries.flatMap(({ failures }) => failures.map(({ messageKey }) => messageKey)));
  return {
    operations: entries.length,
    searches: entries.filter(({ filterFields }) => filterFields).length,
    events: listEvents(v3).length,
    errors: errors.size,
    channels: new Set(channelAdapters.flatMap(({ channelTypes }) => channelTypes)).size,
    v3: { version: v3.document.info.version },
    v2: {
      version: v2.document.info.version,
      deprecatedOn: formatDay(v2.table.deprecatedAt ?? ''),
      endedOn: formatDay(v2.table.sunsetAt ?? ''),
    },
  };
}
