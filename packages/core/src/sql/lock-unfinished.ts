import { inAnyPartition } from './in-any-partition.js';

/**
 * Returns a query named `found`. It reads and locks the delivery of each row of `unfinished_deliveries` that `listed`
 * selects, in the order of these rows. `read` lists the columns that it returns, and `condition` must be true for the
 * locked row.
 */
export function lockUnfinished({ listed, read, condition, lock }: ListedDeliveries): string {
  return `(select * from unfinished_deliveries where ${listed} order by delivery_id offset 0) listed
    cross join lateral (
      select ${read} from deliveries
      where tenant_id = listed.tenant_id and event_id = ${inAnyPartition('listed.event_id')} and id = listed.delivery_id
        and ${condition}
      limit 1 ${lock}
    ) found`;
}

interface ListedDeliveries {
  readonly listed: string;
  readonly read: string;
  readonly condition: string;
  readonly lock: 'for update' | 'for no key update' | 'for no key update skip locked';
}
