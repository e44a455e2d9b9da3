import type { Provider } from './provider.js';
import type { Receiver } from './receiver.js';
import type { RecurringCampaign } from './recurring.js';
import type { AcknowledgedWrite } from './writes.js';

/** The observations of the clients, the receiver and the provider. */
export interface Evidence {
  readonly acknowledged: readonly AcknowledgedWrite[];
  readonly receiver: Pick<Receiver, 'receipts' | 'reported'>;
  readonly provider: Pick<Provider, 'sent'>;
  readonly recurring: readonly RecurringCampaign[];
  /** Whether workers of two releases have sent events. Then a body can gain fields, which have no value. */
  readonly isOfTwoReleases?: boolean;
}
