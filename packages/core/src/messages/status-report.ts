import type { MessageErrorRecord } from './message-event.js';
import type { ReportedStatus } from './move-message.js';

/** How far a message has come, as the channel's provider tells. */
export interface StatusReport {
  readonly channelId: string;
  /** The provider's id of the message. */
  readonly externalId: string;
  /** Our own id, where the provider repeats it: it finds a message whose provider's id is not known yet. */
  readonly reference: string | null;
  readonly status: ReportedStatus;
  readonly errors: readonly MessageErrorRecord[];
}
