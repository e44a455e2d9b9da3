import type { IncomingHttpHeaders } from 'node:http';
import { parseRetryAfter } from '@parley/channels';
import type { Dispatcher } from 'undici';
import { RequestError } from '../outcome/request-outcome.js';
import { onAbort } from './on-abort.js';
import type { Connection, ConnectionRequest } from './origin-connections.js';
import { ResponseReader } from './response-reader.js';

export interface ExchangeResponse {
  readonly statusCode: number;
  readonly bodyText: string;
  /** Whether `bodyText` lacks a part of the body. */
  readonly isTruncated: boolean;
  readonly retryAfterMs?: number;
}

export interface ExchangeOptions {
  readonly request: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the body is kept as far as it is read; default is its beginning. */
  readonly keepsBody?: boolean | undefined;
  /** The clock with which a date in the response is compared. */
  readonly now: () => Date;
  readonly onResponse: (response: ExchangeResponse) => void;
  readonly onFailure: (error: Error) => void;
}

const maxInterimResponses = 8;

/**
 * One request and its response under one deadline, which also covers the wait for a connection.
 * An exchange that ends early destroys its connection, so that nothing more is sent or read.
 */
export class Exchange implements ConnectionRequest, Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #reader: ResponseReader;
  #ignoreAbort: (() => void) | undefined;
  #connection: Connection | undefined;
  #ended = false;
  #interimResponses = 0;
  #statusCode = 0;
  #retryAfterMs: number | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { timeoutMs, signal, keepsBody = false } = options;
    this.#reader = new ResponseReader({ keepsAll: keepsBody });
    this.#timer = setTimeout(() => {
      this.#fail(new RequestError('timeout', `The receiver took longer than ${timeoutMs / 1_000} s.`));
    }, timeoutMs);
    if (signal) this.#ignoreAbort = onAbort(signal, this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  get isWaiting(): boolean {
    return !this.#ended;
  }

  onConnection(connection: Connection | undefined): void {
    if (connection) {
      this.#connection = connection;
      connection.dispatch(this.#options.request, this);
    } else {
      this.#fail(new RequestError('aborted', 'The sender is stopping.'));
    }
  }

  onRequestStart(): void {
    // Without this method, undici uses its older interface for the handler.
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (statusCode < 200) {
      this.#interimResponses += 1;
      if (this.#interimResponses > maxInterimResponses) {
        this.#fail(new RequestError('protocol', 'The receiver sent too many interim responses.'));
      }
      return;
    }
    this.#statusCode = statusCode;
    const retryAfter = headers['retry-after'];
    // undici passes a list if the header occurs twice, although its types do not allow it.
    if (typeof retryAfter === 'string')
      this.#retryAfterMs = parseRetryAfter(retryAfter, this.#options.now().getTime());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended || this.#reader.append(chunk)) return;
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
    this.#fail(new RequestError('aborted', 'The attempt was aborted.'));
  };

  #succeed(): void {
    if (!this.#end()) return;
    const retryAfterMs = this.#retryAfterMs;
    this.#options.onResponse({
      statusCode: this.#statusCode,
      bodyText: this.#reader.text(),
      isTruncated: this.#reader.isTruncated,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  #fail(error: Error): void {
    if (!this.#end()) return;
    this.#options.onFailure(error);
    this.#connection?.destroy();
  }

  /** Ends the exchange; returns false when it had already ended. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#ignoreAbort?.();
    return true;
  }
}
