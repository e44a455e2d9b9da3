import type { ParsingThreadsOptions } from '@parley/channels';

export const parsingLimits: ParsingThreadsOptions = {
  // While a hostile payload occupies one thread until its deadline, the other one serves everybody else.
  threads: 2,
  // The largest mail within the limits takes four seconds on a slow core.
  deadlineMs: 10_000,
  // This is shorter than the timeout of providers and gateways, which send a payload again after a 503.
  waitMs: 15_000,
  // A mail of 25 MB needs about 100 MB.
  heapMb: 256,
};
