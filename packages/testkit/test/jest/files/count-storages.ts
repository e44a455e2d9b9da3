import { AsyncResource } from 'node:async_hooks';

/** Node 20: returns the number of values that Node copies into every asynchronous operation. Since Node 24 it copies none. */
export function countStorages(): number {
  return Object.getOwnPropertySymbols(new AsyncResource('test')).filter(
    ({ description }) => description === 'kResourceStore',
  ).length;
}
