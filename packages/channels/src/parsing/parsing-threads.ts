import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ExceededLimit } from '../adapter/channel-adapter.js';
import type { ParsingResult, Payload } from './parse-payload.js';
import { sendPayload } from './send-payload.js';

export interface ParsingThreadsOptions {
  /** How many payloads are parsed at a time. */
  readonly threads: number;
  /** After this time a thread is terminated, and parsing its payload has failed. */
  readonly deadlineMs: number;
  /** A payload is refused when no thread becomes free within this time. */
  readonly waitMs: number;
  /** How much memory a thread may use for objects and strings. The bytes of bodies and attachments are not counted. */
  readonly heapMb: number;
  /** The file that a thread runs. The default parses payloads; tests decide with another one when a payload ends. */
  readonly program?: string;
}

interface Job {
  readonly tenantId: string;
  readonly payload: Payload;
  readonly resolve: (result: ParsingResult) => void;
  readonly reject: (error: Error) => void;
  readonly waiting: NodeJS.Timeout;
}

/** Parsing a payload took too much time or memory, or the thread crashed. */
export class ParsingFailedError extends Error {
  override readonly name = 'ParsingFailedError';
  readonly reason: ExceededLimit | 'crash';

  constructor(reason: ExceededLimit | 'crash', options?: ErrorOptions) {
    super(`The payload could not be parsed: ${reason}.`, options);
    this.reason = reason;
  }
}

/** No thread became free in time, or the process is stopping. The provider should send the payload again. */
export class ParsingBusyError extends Error {
  override readonly name = 'ParsingBusyError';
}

/**
 * Parses payloads outside the event loop, in threads that are started when they are needed. A tenant has one thread at
 * a time, so that its payloads cannot use all threads, and tenants that wait are served round robin. After a mail has
 * taken too much time or memory, its head is parsed before any waiting payload.
 */
export class ParsingThreads {
  readonly #options: ParsingThreadsOptions;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<string, Worker>();
  /** The waiting jobs of each tenant. The tenant whose last job ended longest ago is the first. */
  readonly #waiting = new Map<string, Job[]>();
  #ended: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: ParsingThreadsOptions) {
    this.#options = options;
  }

  parse(tenantId: string, payload: Payload): Promise<ParsingResult> {
    if (this.#isClosed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      const waiting = setTimeout(() => this.#refuse(job), this.#options.waitMs);
      const job: Job = { tenantId, payload, resolve, reject, waiting };
      this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), job]);
      this.#startNext();
    });
  }

  /** Terminates all threads and starts no more. Payloads that are being parsed or are waiting are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of [...this.#waiting.values()].flat()) this.#refuse(job);
    const threads = [...this.#idle.splice(0), ...this.#running.values()];
    await Promise.all(threads.map((thread) => thread.terminate()));
    await this.#ended;
  }

  #refuse(job: Job): void {
    this.#remove(job);
    job.reject(new ParsingBusyError('No thread became free to parse the payload.'));
  }

  #startNext(): void {
    if (this.#running.size >= this.#options.threads) return;
    for (const [tenantId, [job]] of this.#waiting) {
      if (this.#running.has(tenantId) || job === undefined) continue;
      this.#remove(job);
      this.#run(this.#acquireThread(), job);
      return;
    }
  }

  #remove(job: Job): void {
    clearTimeout(job.waiting);
    const others = (this.#waiting.get(job.tenantId) ?? []).filter((other) => other !== job);
    if (others.length > 0) this.#waiting.set(job.tenantId, others);
    else this.#waiting.delete(job.tenantId);
  }

  /** Lets all other waiting tenants go first. */
  #moveToEnd(tenantId: string): void {
    const jobs = this.#waiting.get(tenantId);
    this.#waiting.delete(tenantId);
    if (jobs) this.#waiting.set(tenantId, jobs);
  }

  #acquireThread(): Worker {
    return this.#idle.pop() ?? this.#startThread();
  }

  #startThread(): Worker {
    const thread = startThread(this.#options);
    // A thread can end while it is idle, for example when its memory is used up after it has responded.
    thread.once('exit', () => {
      const index = this.#idle.indexOf(thread);
      if (index !== -1) this.#idle.splice(index, 1);
    });
    return thread;
  }

  #run(thread: Worker, job: Job): void {
    const { tenantId, payload, resolve, reject } = job;
    this.#running.set(tenantId, thread);
    const release = (isUsable: boolean) => {
      clearTimeout(deadline);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      this.#running.delete(tenantId);
      this.#moveToEnd(tenantId);
      if (isUsable && !this.#isClosed) this.#idle.push(thread);
      else this.#ended = Promise.all([this.#ended, thread.terminate()]);
    };
    const onMessage = (result: ParsingResult) => {
      release(true);
      resolve(result);
      this.#startNext();
    };
    const fail = (reason: ParsingFailedError['reason'], cause?: Error) => {
      release(false);
      const remaining = this.#isClosed ? undefined : headOnly(payload, reason);
      if (remaining) return this.#run(this.#acquireThread(), { ...job, payload: remaining });
      reject(this.#isClosed ? closedError() : new ParsingFailedError(reason, { cause }));
      this.#startNext();
    };
    const onError = (cause: NodeJS.ErrnoException) =>
      fail(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', cause);
    const onExit = () => fail('crash');
    const deadline = setTimeout(() => fail('deadline'), this.#options.deadlineMs);
    thread.once('message', onMessage).once('error', onError).once('exit', onExit).ref();
    // If the job has already ended, its listener has been removed, and the error is ignored (see startThread).
    sendPayload(thread, payload).catch((error) => thread.emit('error', error));
  }
}

/** Returns the part of a mail that is parsed after the whole mail has exceeded a limit. */
function headOnly(payload: Payload, reason: ParsingFailedError['reason']): Payload | undefined {
  const isWhole = payload.provider === 'email' && payload.headOnlyAfter === undefined;
  return isWhole && reason !== 'crash' ? { ...payload, headOnlyAfter: reason } : undefined;
}

function closedError(): ParsingBusyError {
  return new ParsingBusyError('The threads that parse payloads are closed.');
}

function startThread({ heapMb, program = programFile }: ParsingThreadsOptions): Worker {
  const thread = new Worker(program, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // While a job is running, it has its own listener for errors. An error at another time must not end the process.
  thread.on('error', () => undefined).unref();
  return thread;
}

/** Tests run the sources, but a thread cannot load TypeScript. */
const programFile = fileURLToPath(new URL('./parsing-thread.js', import.meta.url)).replace(
  /\/src\/parsing\/(?=[^/]+$)/,
  '/dist/parsing/',
);
