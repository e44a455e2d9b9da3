import { setTimeout as delay } from 'node:timers/promises';
import { asObject, isObject, type JsonObject } from '@parley/validation';
import { request } from 'undici';
import { ConformanceError } from '../errors/conformance-error.js';
import { messageOf } from '../errors/message-of.js';

/** What the receiver has done, as it reports it itself. */
export interface ProbeState {
  /** The ids of the handled events; an event that was handled twice is listed twice. */
  readonly handled: readonly string[];
  /** The event that each resource's state is from, by the id of the resource; `undefined` if it is not reported. */
  readonly current: JsonObject | undefined;
}

export interface ProbeOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export async function readProbe({ url, headers, timeoutMs }: ProbeOptions): Promise<ProbeState> {
  const state = asObject(await fetchJson({ url, headers, timeoutMs }));
  const { handled, current } = state;
  if (!Array.isArray(handled) || !handled.every((id) => typeof id === 'string')) {
    throw new ConformanceError(`The probe ${url} must return {"handled": ["<webhook-id>", …]}.`);
  }
  return { handled, current: isObject(current) ? current : undefined };
}

/** Reads the probe until all ids are handled and nothing more is added, or until the time has elapsed. */
export async function settleProbe(
  options: ProbeOptions,
  { ids, waitMs }: { ids: ReadonlySet<string>; waitMs: number },
): Promise<ProbeState> {
  const deadline = performance.now() + waitMs;
  let before = await readProbe(options);
  for (;;) {
    await delay(pollMs);
    const state = await readProbe(options);
    const handled = new Set(state.handled);
    const isComplete = [...ids].every((id) => handled.has(id));
    const isQuiet = state.handled.length === before.handled.length;
    if ((isComplete && isQuiet) || performance.now() >= deadline) return state;
    before = state;
  }
}

const pollMs = 100;

async function fetchJson({ url, headers, timeoutMs }: ProbeOptions): Promise<unknown> {
  try {
    const response = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (response.statusCode === 200) return await response.body.json();
    await response.body.dump();
    throw new Error(`the status was ${response.statusCode}`);
  } catch (error) {
    throw new ConformanceError(`The probe ${url} cannot be read: ${messageOf(error)}`);
  }
}
