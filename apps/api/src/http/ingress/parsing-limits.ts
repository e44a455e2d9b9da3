import type { ParsingThreadsOptions } from '@parley/channels';

export const parsingLimits: ParsingThreadsOptions = {
  // One that a hostile payload occupies until its deadline, and one for everybody else.
  threads: 2,
  // The largest mail within its bounds takes four seconds of a slow core.
  deadlineMs: 10_000,
  // Shorter than the timeout of providers and gateways, which send a payload again after 503.
  waitMs: 15_000,
  // A mail of 25 MB needs about 100 MB.
  heapMb: 256,
};
