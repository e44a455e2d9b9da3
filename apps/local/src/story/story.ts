import type { ParleyClient } from '@parley/client';
import type { StreamEnds, Write } from './open-client.js';

/** The values that every part of the story uses. */
export interface Story {
  readonly parley: ParleyClient;
  readonly streamEnds: StreamEnds;
  readonly write: Write;
  /** Prints one line for each result. */
  readonly tell: (what: string, text: string) => void;
  /** A suffix that makes the names of this run unique. */
  readonly mark: string;
  /** The URL that receives the events. */
  readonly webhookUrl: string;
  /** How long to wait for the worker. */
  readonly timeoutMs: number;
}
