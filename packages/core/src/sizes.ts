/**
 * How many rows one step of a work reads, writes or keeps. These numbers bound time, locks and memory, and change no result.
 * A limit of the contract or of the domain is not one of them. Sizes of `packages/database` stand beside their statements,
 * because that package does not know this one; those of batches in memory are options of `createBatcher`.
 */
export interface Sizes {
  /** The contacts that one transaction adds to an occurrence of a campaign or schedule. */
  readonly audienceBatch: number;
  /** A request with more contacts is bulk work, because writing them takes most of its time. */
  readonly contactsOfBulkWork: number;
  /** The deliveries that one request resends; the next request resends the others. The request takes seconds. */
  readonly resends: number;
  /** The pending deliveries that one statement reschedules, since a webhook may have many. */
  readonly expediteBatch: number;
  /** The overdue deliveries, erasures or synchronizations that one call adds jobs for. Deliveries are shared by the tenants. */
  readonly overdueBatch: number;
  /**
   * The rows that one statement of a deletion writes; ten thousand with their dependent rows would exceed the statement
   * timeout.
   */
  readonly deletionBatch: number;
  /** The rows of a workspace that one transaction deletes, so that it does not hold its locks for a long time. */
  readonly workspaceDeletionBatch: number;
  /** A person with more records is deleted in batches. Deleting this many takes some tens of milliseconds. */
  readonly recordsErasedAtOnce: number;
  /** The events or jobs that one statement of an erasure reads; most of them are about somebody else. */
  readonly erasureBatch: number;
  /** The stored results of requests that an erasure reads at a time. Results can be large. */
  readonly resultErasureBatch: number;
  /** The files that one transaction removes. It deletes their bytes too. */
  readonly fileRemovalBatch: number;
  /** The objects that are removed from an object storage at the same time. */
  readonly objectRemovalBatch: number;
  /** The expired records that one statement removes, so that it does not hold their locks for a long time. */
  readonly retentionBatch: number;
  /** The rows that an export reads at a time; this many usually have a few hundred kilobytes. */
  readonly exportBatch: number;
  /** The lines that one statement of an import inserts. */
  readonly importBatch: number;
  /** A batch of lines that has this many characters is inserted, however few lines it has. */
  readonly importBatchCharacters: number;
  /** The files whose rows an import reads at a time. */
  readonly importedFilePage: number;
  /** The stored addresses that are read at a time. */
  readonly handlePage: number;
  /** The texts that are parsed as phone numbers between two turns of the event loop. Each takes 10 to 40 µs. */
  readonly parsedNumbers: number;
  /** The data keys, or rows with secrets, that one transaction encrypts. */
  readonly sealingBatch: number;
  /** The files that move to the other store at the same time. */
  readonly movedFiles: number;
  /** The counts of the usage of the API that one statement stores, so that it does not hold its locks for a long time. */
  readonly usageBatch: number;
  /** The messages whose words one statement stores, so that it does not hold their locks for a long time. */
  readonly wordBatch: number;
  /**
   * The early statuses of a channel. Beyond it the oldest are dropped: a send takes seconds, so the older a status is, the
   * more likely it belongs to a message that somebody else sent from the same account.
   */
  readonly earlyStatuses: number;
  /** A channel has at most this many statuses more for each process, because counting them each time would be slow. */
  readonly earlyStatusesBetweenTrims: number;
  /** The rows among which the page of a search is expected. If it is not there, an index or a join finds all rows first. */
  readonly walkedRows: number;
  /** The rows that a search looks up one by one; it joins more of them. */
  readonly lookedUpRows: number;
  /**
   * The rows of a chunk that an excluding search counts. Chunks grow to four times as many, which takes less time, until the
   * rows of one have to be compared.
   */
  readonly countedRows: number;
  /** The different values of a field that are compared one by one. */
  readonly comparedValues: number;
  /** A pair of characters that more records have is not looked up, since a page without an index finds them. */
  readonly idsOfPair: number;
  /** The templates that no longer exist at their provider, and that one transaction closes. */
  readonly closedTemplates: number;
}

export const defaultSizes: Sizes = {
  audienceBatch: 2_000,
  contactsOfBulkWork: 100,
  resends: 10_000,
  expediteBatch: 1_000,
  overdueBatch: 1_000,
  deletionBatch: 500,
  workspaceDeletionBatch: 1_000,
  recordsErasedAtOnce: 1_000,
  erasureBatch: 1_000,
  resultErasureBatch: 200,
  fileRemovalBatch: 100,
  objectRemovalBatch: 50,
  retentionBatch: 500,
  exportBatch: 100,
  importBatch: 200,
  importBatchCharacters: 1_000_000,
  importedFilePage: 500,
  handlePage: 500,
  parsedNumbers: 200,
  sealingBatch: 100,
  movedFiles: 4,
  usageBatch: 5_000,
  wordBatch: 500,
  earlyStatuses: 10_000,
  earlyStatusesBetweenTrims: 100,
  walkedRows: 1_000,
  lookedUpRows: 1_000,
  countedRows: 1_000,
  comparedValues: 200,
  idsOfPair: 1_000,
  closedTemplates: 100,
};
