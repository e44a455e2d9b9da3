import { setImmediate } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import {
  createGuardedAgent,
  type GuardedAgent,
  type GuardedAgentOptions,
} from '../../src/outbound-http/request/guarded-agent.js';
import { type EventPost, postEvent } from '../../src/outbound-http/request/post-event.js';
import { type Receiver, type ReceiverOptions, startReceiver } from './start-receiver.js';

/** Creates agents and receivers that are closed when their test has ended. */
export function useOutbound(defaults: GuardedAgentOptions = {}) {
  const cleanUps: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function use(starting: Promise<Receiver>): Promise<Receiver> {
    const receiver = await starting;
    cleanUps.push(() => receiver.close());
    return receiver;
  }

  function useAgent(options: GuardedAgentOptions = {}): GuardedAgent {
    const agent = createGuardedAgent({ ...defaults, ...options });
    cleanUps.push(async () => agent.destroy());
    return agent;
  }

  return {
    use,
    useAgent,
    useReceiver: (options?: ReceiverOptions) => use(startReceiver(undefined, options)),
    post: ({ port }: Receiver, options: Partial<EventPost> = {}) =>
      postEvent(useAgent(), { url: `http://127.0.0.1:${port}/hook`, headers: {}, body: '{}', ...options }),
  };
}

/** Resolves when the connection of the response is free again. */
export async function postOnce(agent: GuardedAgent, url: string) {
  const outcome = await postEvent(agent, { url, headers: {}, body: '{}', timeoutMs: 5_000 });
  await setImmediate();
  return outcome;
}
