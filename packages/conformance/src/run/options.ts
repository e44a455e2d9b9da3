import type { JsonObject } from '@parley/validation';
import type { Progress } from '../report/report.js';

export interface ConformanceOptions {
  /** An OpenAPI 3.1 document, or the file or address of one. */
  readonly document: JsonObject | string;
  /** Where the server is. With a path it stands for the document's server; without, that one's path is added. */
  readonly baseUrl: string;
  /** For whatever the document's security asks for; `user:password` for basic authentication. */
  readonly token?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifiers of things that the server has, by the name of the parameter or property, such as `chatId`. */
  readonly ids?: Readonly<Record<string, readonly (string | number)[]>>;
  /** The same seed makes the same requests, as far as the server gives out the same identifiers. */
  readonly seed?: number | undefined;
  readonly requestsPerOperation?: number;
  /** No request is sent after this time. */
  readonly timeBudgetMs?: number;
  /** Goes on in rounds, with other values each time, until the time is over. */
  readonly deep?: boolean;
  readonly concurrency?: number;
  /** Operations to test, or not to: operationId, or method and path; `*` stands for anything. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Responses may hold only keys that are declared, and headers that are declared or belong to HTTP. */
  readonly strict?: boolean;
  /** Bytes, or the extension key (`x-…`) of operations or document that holds them. */
  readonly bodyLimit?: number | string | undefined;
  /** Where refusals list the invalid fields, such as `error.invalidParams`; by default it is searched for, and `none` is for nowhere. */
  readonly errorListPath?: string | undefined;
  readonly timeoutMs?: number;
  /** The longest time to wait when the server asks for it. */
  readonly maxWaitMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** The options with nothing left open that has a default. */
export interface Settings
  extends Required<Omit<ConformanceOptions, OptionalName | 'seed'>>,
    Pick<ConformanceOptions, OptionalName> {
  readonly seed: number;
}

type OptionalName = 'document' | 'token' | 'bodyLimit' | 'errorListPath' | 'onProgress';

const minuteMs = 60_000;

export function withDefaults(options: ConformanceOptions): Settings {
  const { deep = false } = options;
  return {
    headers: {},
    ids: {},
    requestsPerOperation: 100,
    timeBudgetMs: deep ? 60 * minuteMs : 10 * minuteMs,
    concurrency: 1,
    only: [],
    skip: [],
    strict: false,
    timeoutMs: 15_000,
    maxWaitMs: 1.5 * minuteMs,
    ...options,
    deep,
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 31),
  };
}
