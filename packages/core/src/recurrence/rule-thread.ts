import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BulkWorkSlots } from '../bulk-work-slots.js';
import type { OccurrencePlan, Recurrence } from './find-next-occurrence.js';

export interface RuleRequest {
  readonly kind: 'plan' | 'next';
  readonly recurrence: Recurrence;
  readonly at: Date;
}

export interface RuleResponse {
  readonly plan?: OccurrencePlan | undefined;
  readonly nextOccurrenceAt?: Date | null;
}

/** A thread takes some megabytes, so it ends when it has had no work for this time. */
const idleMs = 10_000;

/** A request takes up to 120 ms, so this is long enough for the requests of eighty tenants. */
const waitMs = 10_000;

/**
 * Computes rules outside the event loop, one request after the other; tenants alternate. The thread starts with the first
 * request. The work of the rules is bounded, so the thread needs no deadline. A request that has waited too long is
 * refused with `BulkWorkBusyError`.
 */
export class RuleThread {
  #thread: Worker | undefined;
  readonly #semaphore: BulkWorkSlots;
  #ending: NodeJS.Timeout | undefined;

  constructor(options: { readonly waitMs: number } = { waitMs }) {
    this.#semaphore = new BulkWorkSlots({ size: 1, ...options });
  }

  async ask(tenantId: string, request: RuleRequest): Promise<RuleResponse> {
    await this.#semaphore.acquire(tenantId);
    try {
      return await this.#send(request);
    } finally {
      this.#semaphore.release(tenantId);
    }
  }

  async #send(request: RuleRequest): Promise<RuleResponse> {
    clearTimeout(this.#ending);
    this.#thread ??= startThread();
    const thread = this.#thread;
    thread.ref();
    const end = () => {
      this.#thread = undefined;
      return thread.terminate();
    };
    try {
      return await respond(thread, request);
    } catch (error) {
      await end();
      throw error;
    } finally {
      thread.unref();
      if (this.#thread) this.#ending = setTimeout(end, idleMs).unref();
    }
  }
}

function respond(thread: Worker, request: RuleRequest): Promise<RuleResponse> {
  return new Promise((resolve, reject) => {
    const settle = () => thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    const onMessage = (response: RuleResponse) => {
      settle();
      resolve(response);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = () => onError(new Error('The thread that computes recurrence rules has ended.'));
    thread.once('message', onMessage).once('error', onError).once('exit', onExit);
    thread.postMessage(request);
  });
}

function startThread(): Worker {
  // An error while the thread computes has a listener of its own; a later error must not end the process.
  return new Worker(programFile, { execArgv: [] }).on('error', () => undefined);
}

/** Tests run the sources, but a thread cannot load TypeScript. */
const programFile = fileURLToPath(new URL('./rule-thread-program.js', import.meta.url)).replace(
  /\/src\/recurrence\/(?=[^/]+$)/,
  '/dist/recurrence/',
);
