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

interface Border {
  readonly name: string | ((size: number) => string);
  /** The size in the merge tier. Default is 5. */
  readonly small?: number;
  readonly check: (stage: Stage) => Promise<void>;
}

const search = { name: 'a search finds every contact on both sides', check: findsEveryContact };
const handover = { name: 'a workspace that moves has every row once', check: comesBackComplete() };

/** What must hold at the border of each size. */
const borders: Record<keyof Sizes, Border> = {
  audienceBatch: {
    name: 'an audience of one contact more than a batch takes two batches',
    check: campaigns.resolvesAudience,
  },
  contactsOfBulkWork: {
    name: 'long lists of recipients, in new campaigns and in changed ones, leave half of the connections to others',
    check: campaigns.leavesConnections,
  },
  resends: {
    name: (size) =>
      `resends ${size.toLocaleString('en')} in one call and the rest in the next, even before the statistics include the first`,
    small: 60,
    check: deliveries.resendsTheRest,
  },
  expediteBatch: {
    name: 'makes all deliveries without an attempt due, in batches, one after the other; retries and other webhooks wait',
    check: deliveries.expeditesInTurn,
  },
  overdueBatch: {
    name: 'the overdue deliveries of a tenant get jobs although another tenant has more than a call adds jobs for',
    small: 10,
    check: deliveries.sharesOverdue,
  },
  deletionBatch: {
    name: 'a webhook with more deliveries than two statements remove is deleted with all of them',
    check: deliveries.deletesWebhook,
  },
  workspaceDeletionBatch: handover,
  recordsErasedAtOnce: {
    name: 'a person with many records is hidden, and then deleted in batches',
    check: erasures.hidesFirst,
  },
  erasureBatch: { name: 'every event and job of a person is erased', check: erasures.erasesEvents },
  resultErasureBatch: { name: 'every result about a person is erased', check: erasures.erasesResults },
  fileRemovalBatch: {
    name: 'every file of a person is removed, and every unused one',
    check: erasures.removesFiles,
  },
  objectRemovalBatch: { name: 'every loose object is removed once', check: removesEveryObject },
  retentionBatch: {
    name: 'more expired runs than two statements remove are removed by one call',
    check: records.removesExpired,
  },
  exportBatch: handover,
  importBatch: { ...handover, check: comesBackComplete({ statements: 3 }) },
  importBatchCharacters: {
    ...handover,
    small: 1_000,
    check: comesBackComplete({ share: 0.1, statements: 3 }),
  },
  importedFilePage: { name: 'the files of all pages are imported once', check: importsEveryFile },
  handlePage: { name: 'every stored address is normalized once', check: records.normalizesAddresses },
  parsedNumbers: { name: 'every phone number is read', check: records.readsNumbers },
  sealingBatch: { name: 'every stored secret is sealed once', check: records.sealsSecrets },
  movedFiles: { name: 'every file is moved once', check: movesEveryFile },
  usageBatch: { name: 'every count of the usage is stored once', check: records.storesUsage },
  wordBatch: { name: 'the words of every message are stored once', check: records.storesWords },
  earlyStatuses: { name: 'a channel keeps the newest early statuses', check: records.keepsNewestStatuses },
  earlyStatusesBetweenTrims: {
    name: 'a channel has at most so many early statuses more',
    check: records.trimsInTurn,
  },
  walkedRows: search,
  lookedUpRows: search,
  countedRows: search,
  comparedValues: search,
  idsOfPair: search,
  closedTemplates: {
    name: 'every template that the provider no longer has is closed once',
    check: campaigns.closesTemplates,
  },
};

/** Each size has a database of its own, because some works are done for all tenants. */
export function describeBorders(tier: 'small' | 'real'): void {
  // `Object.keys` has no types, and the table has exactly the keys of the sizes.
  describe.each(Object.keys(borders) as (keyof Sizes)[])('%s', (key) => {
    const { name, small = 5, check } = borders[key];
    const size = tier === 'small' ? small : defaultSizes[key];
    const worlds = useWorlds({ [key]: size });
    test(typeof name === 'string' ? name : name(size), () => check({ worlds, size, count: 2 * size + 1 }));
  });
}
