import type { MessageErrorRecord } from './message-event.js';
import type { ReportedStatus } from './move-sql.js';

/** The status of a message as the channel's provider reports it. */
export interface StatusReport {
  readonly channelId: string;
  /** The provider's id of the message. */
  readonly externalId: string;
  /** Our own id, if the provider repeats it. It finds a message whose provider's id is not known yet. */
  readonly reference: string | null;
  readonly status: ReportedStatus;
  readonly errors: readonly MessageErrorRecord[];
  /** Called when the channel has so many early statuses that the oldest ones were dropped. */
  readonly onDropped?: (count: number) => void;
}
