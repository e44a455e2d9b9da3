import type { IncomingHttpHeaders } from 'node:http';
import { parseRetryAfter } from '@parley/channels';
import type { Dispatcher } from 'undici';
import { DeliveryFailure } from '../outcome/request-outcome.js';
import type { Borrower, Connection } from './origin-connections.js';
import { AnswerReader } from './response-reader.js';

export interface Answer {
  readonly statusCode: number;
  readonly bodyText: string;
  readonly retryAfterMs?: number;
}

export interface ExchangeOptions {
  readonly request: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: Error) => void;
}

const maxInterimAnswers = 8;

/**
 * One request and its answer under one deadline, which also covers the wait for a connection.
 * An exchange that ends early destroys its connection, so that nothing more is sent or read.
 */
export class Exchange implements Borrower, Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #reader = new AnswerReader();
  #connection: Connection | undefined;
  #ended = false;
  #interimAnswers = 0;
  #statusCode = 0;
  #retryAfterMs: number | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { timeoutMs, signal } = options;
    this.#timer = setTimeout(() => {
      this.#fail(new DeliveryFailure('timeout', `The receiver took longer than ${timeoutMs / 1_000} s.`));
    }, timeoutMs);
    signal?.addEventListener('abort', this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  get isWaiting(): boolean {
    return !this.#ended;
  }

  borrow(connection: Connection | undefined): void {
    if (connection) {
      this.#connection = connection;
      connection.dispatch(this.#options.request, this);
    } else {
      this.#fail(new DeliveryFailure('aborted', 'The sender is stopping.'));
    }
  }

  onRequestStart(): void {
    // undici takes a handler without this method for one of its older interface.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (statusCode < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > maxInterimAnswers) {
        this.#fail(new DeliveryFailure('protocol', 'The receiver sends interim answers without an end.'));
      }
      return;
    }
    this.#statusCode = statusCode;
    const retryAfter = headers['retry-after'];
    // undici gives a list when the header is there twice, whatever its types say.
    if (typeof retryAfter === 'string') this.#retryAfterMs = parseRetryAfter(retryAfter, Date.now());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended || this.#reader.take(chunk)) return;
    this.#succeed();
    this.#connection?.destroy();
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#succeed();
    this.#connection?.release();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  readonly #onAbort = () => {
    this.#fail(new DeliveryFailure('aborted', 'The attempt was given up.'));
  };

  #succeed(): void {
    if (!this.#end()) return;
    const retryAfterMs = this.#retryAfterMs;
    this.#options.onAnswer({
      statusCode: this.#statusCode,
      bodyText: this.#reader.text(),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  #fail(error: Error): void {
    if (!this.#end()) return;
    this.#options.onFailure(error);
    this.#connection?.destroy();
  }

  /** False when the exchange had ended before. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
