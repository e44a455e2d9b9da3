import { afterEach, beforeEach } from '@jest/globals';
import type { EventType } from '@parley/core';
import { createEvent, createTenant, createToken } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { type Followed, followLines } from './follow-lines.js';
import { createHome, type Home, type Running } from './run-parley.js';
import { startReceiver, type TestReceiver } from './start-receiver.js';

/** Creates a workspace, a home folder and a receiver for each test. Commands that still run are ended after it. */
export function useListener(start: (home: Home, words: readonly string[]) => Running) {
  const app = useTestApp();
  let home: Home;
  let receiver: TestReceiver;
  let tenantId: string;
  let running: Followed[];

  beforeEach(async () => {
    ({ id: tenantId } = await createTenant(app.database));
    home = createHome({ PARLEY_URL: app.url, PARLEY_TOKEN: await createToken(app.database, tenantId) });
    receiver = await startReceiver();
    running = [];
  });
  afterEach(async () => {
    for (const each of running) await each.kill('SIGKILL');
    await receiver.close();
  });

  function follow(words: readonly string[]): Followed {
    const followed = followLines(start(home, words));
    running.push(followed);
    return followed;
  }

  return {
    stage: () => ({ database: app.database, home, receiver, tenantId }),
    follow,
    async listen(...words: string[]): Promise<Followed> {
      const followed = follow(['listen', '--forward-to', `${receiver.url}/hook`, '--json', ...words]);
      await followed.waitFor((lines) => lines.some(({ kind }) => kind === 'ready'));
      return followed;
    },
    /** Records an event. Returns its id. */
    async record(type: EventType = 'message.received'): Promise<string> {
      return (await createEvent(app.database, tenantId, { type })).id;
    },
  };
}

/** Returns the ids of the events that the receiver has acknowledged. */
export const acknowledged = ({ lines }: Followed) =>
  lines.filter(({ kind }) => kind === 'acknowledged').map(({ id }) => id);
