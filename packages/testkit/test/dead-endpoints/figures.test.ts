import { describe, expect, test } from '@jest/globals';
import { type Figures, findProblems, readTrouble } from '../../src/dead-endpoints/figures.js';

const good: Figures = {
  seconds: 90,
  eventsAsked: 3_000,
  eventsWritten: 3_000,
  deadlocks: 0,
  deadlocksLogged: 0,
  queueRestarts: 0,
  workerStarts: 2,
  workers: 2,
  deadAttempts: 300,
  deadDeliveriesAttempted: 250,
  deadDeliveriesWaiting: 9_000,
  healthyReceived: 3_000,
  healthySeconds: 20,
  healthyLatencyMs: { median: 5, p99: 40 },
};

describe('a run with dead endpoints', () => {
  test('has no problem if everything arrived and nothing was restarted', () => {
    expect(findProblems(good)).toEqual([]);
  });

  test.each<[string, Partial<Figures>, string]>([
    ['a deadlock that PostgreSQL counted', { deadlocks: 1 }, '1 deadlocks'],
    ['a deadlock that a worker logged', { deadlocksLogged: 2 }, '2 deadlocks'],
    ['a queue that was started again', { queueRestarts: 3 }, '3 restarts of a queue'],
    ['a worker that was started again', { workerStarts: 3 }, '1 restarts of a worker'],
    ['events that were not written', { eventsWritten: 2_999 }, 'only 2999 of 3000 events were written'],
    [
      'an event that did not arrive',
      { healthyReceived: 2_999 },
      'the healthy endpoint got 2999 of 3000 events',
    ],
    ['dead endpoints that were never called', { deadAttempts: 0 }, 'no dead endpoint was attempted'],
  ])('fails for %s', (_name, figures, problem) => {
    expect(findProblems({ ...good, ...figures })).toEqual([problem]);
  });
});

describe('the logs of workers', () => {
  test('show deadlocks, queues that were started again and workers that started', () => {
    const first = [
      '{"level":30,"workerId":"a","msg":"worker started"}',
      '{"level":50,"err":{"message":"deadlock detected","stack":"error: deadlock detected"},"msg":"failed"}',
      '{"level":40,"msg":"the queue was started again"}',
    ];
    const second = ['{"level":30,"workerId":"b","msg":"worker started"}'];
    expect(readTrouble([first.join('\n'), second.join('\n')])).toEqual({
      deadlocksLogged: 1,
      queueRestarts: 1,
      workerStarts: 2,
    });
  });
});
