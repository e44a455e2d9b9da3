/**
 * Returns the right side of `=` for the column that determines the partition, when the value comes from another row of
 * a statement that locks rows. The statement then looks in every partition: PostgreSQL 18 must not choose the partition
 * while the statement runs. When PostgreSQL checks a row again that another transaction has changed, it overwrites the
 * state of that choice, and the server crashes (18.4; packages/core/test/delivery-locks.test.ts fails). A computed
 * array prevents the choice.
 */
export function inAnyPartition(value: string): string {
  return `any (array_append(null::uuid[], ${value}))`;
}
