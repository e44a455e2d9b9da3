import type { ParleyClient } from '@parley/client';

/** What every part of the story uses. */
export interface Story {
  readonly parley: ParleyClient;
  /** Prints one line for each result. */
  readonly tell: (what: string, text: string) => void;
  /** Makes the names of this run different from those of another. */
  readonly mark: string;
  /** The URL that receives the events. */
  readonly webhookUrl: string;
  /** How long to wait for the worker. */
  readonly timeoutMs: number;
}
