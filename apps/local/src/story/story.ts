import type { ParleyClient } from '@parley/client';

/** What every chapter works with. */
export interface Story {
  readonly parley: ParleyClient;
  /** One line for each thing that was done. */
  readonly tell: (what: string, told: string) => void;
  /** Makes the names of this telling different from those of another. */
  readonly mark: string;
  /** Where the events go to. */
  readonly webhookUrl: string;
  /** How long to wait for what a worker has to do. */
  readonly patienceMs: number;
}
