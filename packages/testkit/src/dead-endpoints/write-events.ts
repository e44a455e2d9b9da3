import { setTimeout as delay } from 'node:timers/promises';
import type { Scene } from './scene.js';

export interface Writing {
  readonly asked: number;
  readonly startedAtMs: number;
  readonly written: number;
  stop(): Promise<void>;
}

const writers = 8;

/** Changes contacts with requests, several at a time, until the requested number of events is written. */
export function startWriting(scene: Scene, asked: number): Writing {
  let next = 0;
  let written = 0;
  let isStopping = false;
  const loops = Array.from({ length: writers }, async () => {
    while (next < asked && !isStopping) {
      const number = next++;
      while (!isStopping && !(await change(scene, number))) await delay(100);
      if (!isStopping) written += 1;
    }
  });
  return {
    asked,
    startedAtMs: performance.now(),
    get written() {
      return written;
    },
    async stop() {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}

/** Each change sets another name, which emits one `contact.updated`. */
async function change({ url, token, contactIds }: Scene, number: number): Promise<boolean> {
  const contactId = contactIds[number % contactIds.length];
  const response = await fetch(`${url}/v3/contacts/${contactId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: `Name ${number}` }),
  }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}
