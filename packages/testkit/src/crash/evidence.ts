import type { Provider } from './provider.js';
import type { Receiver } from './receiver.js';
import type { RecurringCampaign } from './recurring.js';
import type { AcknowledgedWrite } from './writes.js';

/** What was seen from outside. */
export interface Evidence {
  readonly acknowledged: readonly AcknowledgedWrite[];
  readonly receiver: Pick<Receiver, 'receipts' | 'told'>;
  readonly provider: Pick<Provider, 'sent'>;
  readonly recurring: readonly RecurringCampaign[];
}
