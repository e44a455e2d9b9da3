import { createServer } from 'node:http';
import { updateContact } from '@parley/core';
import type { Database } from '@parley/database';
import { listen } from '../../crash/listen.js';
import { contextOf } from '../../fixtures/contexts.js';
import type { DailyWorkspace } from './workspaces.js';

/** Measures deliveries of real workers to a real receiver, one after another. */
export interface DeliveryProbe {
  readonly url: string;
  /** Measures the times from the commit of an event to its arrival. The two workspaces take turns. */
  measure(
    targets: Readonly<Record<keyof DeliveryTimes, ProbedWorkspace>>,
    count: number,
  ): Promise<DeliveryTimes>;
  stop(): Promise<void>;
}

/** In milliseconds. */
export interface DeliveryTimes {
  readonly aged: readonly number[];
  readonly fresh: readonly number[];
}

export interface ProbedWorkspace extends Pick<DailyWorkspace, 'tenantId' | 'contactId'> {
  readonly database: Database;
  readonly now: () => Date;
}

const timeoutMs = 15_000;

export async function startDeliveryProbe(): Promise<DeliveryProbe> {
  let note: (atMs: number) => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      note(performance.now());
      response.writeHead(200).end();
    });
  });
  const { url, stop } = await listen(server);
  let number = 0;
  const deliverOne = async ({ database, tenantId, contactId, now }: ProbedWorkspace) => {
    const arrival = new Promise<number>((resolve) => {
      note = resolve;
    });
    number += 1;
    await updateContact(contextOf(database, tenantId, now), { contactId, firstName: `Name ${number}` });
    const committedAtMs = performance.now();
    return Math.max(0, (await withDeadline(arrival)) - committedAtMs);
  };
  return {
    url,
    stop,
    async measure(targets, count) {
      const aged: number[] = [];
      const fresh: number[] = [];
      while (aged.length < count) {
        aged.push(await deliverOne(targets.aged));
        fresh.push(await deliverOne(targets.fresh));
      }
      return { aged, fresh };
    },
  };
}

function withDeadline(arrival: Promise<number>): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`An event did not arrive within ${timeoutMs / 1_000} s.`)),
      timeoutMs,
    );
    void arrival.then((atMs) => {
      clearTimeout(timer);
      resolve(atMs);
    });
  });
}
