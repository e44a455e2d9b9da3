import { AsyncResource } from 'node:async_hooks';

/** How many values Node copies into everything asynchronous. Since Node 24 it copies none. */
export function countStorages(): number {
  return Object.getOwnPropertySymbols(new AsyncResource('test')).filter(
    ({ description }) => description === 'kResourceStore',
  ).length;
}
