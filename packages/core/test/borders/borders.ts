import { describe, test } from '@jest/globals';
import { defaultSizes, type Sizes } from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import * as campaigns from './campaign-borders.js';
import * as deliveries from './delivery-borders.js';
import * as erasures from './erasure-borders.js';
import { comesBackComplete, importsEveryFile, movesEveryFile, removesEveryObject } from './file-borders.js';
import * as records from './record-borders.js';
import { findsEveryContact } from './search-border.js';
import type { Stage } from './stage.js';

/** The guarantee, how it is checked, and the size in the merge tier. Default is 5. */
type Border = readonly [
  name: string | ((size: number) => string),
  check: (stage: Stage) => Promise<void>,
  small?: number,
];

const moves = 'a workspace that moves has every row once';
const searches = 'a search finds every contact on both sides';
const isFull = 'of a channel with the most of them replaces the oldest one; other channels keep theirs';

/** What must hold at the border of each size. */
const borders: Record<keyof Sizes, Border> = {
  audienceBatch: [
    'an audience of one contact more than a batch takes two batches',
    campaigns.resolvesAudience,
  ],
  contactsOfBulkWork: [
    'long lists of recipients, in new campaigns and in changed ones, leave half of the connections to others',
    campaigns.leavesConnections,
  ],
  resends: [
    (size) =>
      `resends ${size.toLocaleString('en')} in one call and the rest in the next, even before the statistics include the first`,
    deliveries.resendsTheRest,
    60,
  ],
  expediteBatch: [
    'makes all deliveries without an attempt due, in batches, one after the other; retries and other webhooks wait',
    deliveries.expeditesInTurn,
  ],
  overdueBatch: [
    'the overdue deliveries of a tenant get jobs although another tenant has more than a call adds jobs for',
    deliveries.sharesOverdue,
    10,
  ],
  deletionBatch: [
    'a webhook with more deliveries than two statements remove is deleted with all of them',
    deliveries.deletesWebhook,
  ],
  workspaceDeletionBatch: ['many rows are deleted in several transactions', comesBackComplete()],
  recordsErasedAtOnce: [
    'a person with many records is hidden, and then deleted in batches',
    erasures.hidesFirst,
  ],
  erasureBatch: ['every event and job of a person is erased', erasures.erasesEvents],
  resultErasureBatch: ['every result about a person is erased', erasures.erasesResults],
  fileRemovalBatch: ['every file of a person is removed, and every unused one', erasures.removesFiles],
  objectRemovalBatch: ['every loose object is removed once', removesEveryObject],
  retentionBatch: [
    'more expired runs than two statements remove are removed by one call',
    records.removesExpired,
  ],
  exportBatch: [moves, comesBackComplete()],
  importBatch: [moves, comesBackComplete({ statements: 3 })],
  importBatchCharacters: [moves, comesBackComplete({ share: 0.1, statements: 3 }), 1_000],
  importedFilePage: ['the files of all pages are imported once', importsEveryFile],
  handlePage: [
    'continues at its cursor after an interruption, over more than one batch',
    records.continuesAtCursor,
  ],
  parsedNumbers: ['every phone number is read', records.readsNumbers],
  sealingBatch: ['every stored secret is sealed once', records.sealsSecrets],
  movedFiles: ['every file is moved once', movesEveryFile],
  usageBatch: ['every count of the usage is stored once', records.storesUsage],
  wordBatch: [
    'continues over many batches, and then begins after the messages that have settled',
    records.continuesWords,
  ],
  earlyStatuses: [isFull, records.replacesOldest],
  earlyStatusesBetweenTrims: [isFull, records.replacesOldest],
  walkedRows: [searches, findsEveryContact],
  lookedUpRows: [searches, findsEveryContact],
  countedRows: [searches, findsEveryContact],
  comparedValues: [searches, findsEveryContact],
  idsOfPair: [
    'finds all contacts that have it, if these are more than can be looked up and none is among the newest',
    findsEveryContact,
  ],
  closedTemplates: [
    'every template that the provider no longer has is closed once',
    campaigns.closesTemplates,
  ],
};

/** Each size has a database of its own, because some works are done for all tenants. */
export function describeBorders(tier: 'small' | 'real'): void {
  // `Object.keys` has no types, and the table has exactly the keys of the sizes.
  describe.each(Object.keys(borders) as (keyof Sizes)[])('%s', (key) => {
    const [name, check, small = 5] = borders[key];
    const size = tier === 'small' ? small : defaultSizes[key];
    const worlds = useWorlds({ [key]: size });
    test(typeof name === 'string' ? name : name(size), () => check({ worlds, size, count: 2 * size + 1 }));
  });
}
