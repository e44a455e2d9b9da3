import { expect, test } from '@jest/globals';
import { onAbort } from '../../../src/outbound-http/request/on-abort.js';

test('calls all listeners of a signal when it is aborted, except those that were removed', () => {
  const stopping = new AbortController();
  const called: string[] = [];
  const remove = onAbort(stopping.signal, () => called.push('removed'));
  onAbort(stopping.signal, () => called.push('first'));
  onAbort(stopping.signal, () => called.push('second'));
  onAbort(new AbortController().signal, () => called.push('of another signal'));
  remove();
  stopping.abort();
  expect(called).toEqual(['first', 'second']);
});
