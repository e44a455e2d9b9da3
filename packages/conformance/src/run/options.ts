import type { JsonObject } from '@parley/validation';
import type { Progress } from '../report/report.js';

export interface ConformanceOptions {
  /** An OpenAPI 3.1 document, or its file or URL. */
  readonly document: JsonObject | string;
  /** The URL of the server. Without a path, the path of the document's server is appended. */
  readonly baseUrl: string;
  /** The token for the security scheme of the document; `user:password` for basic authentication. */
  readonly token?: string | undefined;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifiers of existing records, by the name of the parameter or property, such as `chatId`. */
  readonly ids?: Readonly<Record<string, readonly (string | number)[]>>;
  /** The same seed leads to the same requests, as far as the server returns the same identifiers. */
  readonly seed?: number | undefined;
  readonly requestsPerOperation?: number;
  /** No request is sent after this time. */
  readonly timeBudgetMs?: number;
  /** Repeats the run with other values until the time has elapsed. */
  readonly deep?: boolean;
  readonly concurrency?: number;
  /** Operations to test or to skip, by operationId or by method and path; `*` matches anything. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Responses may contain only declared keys, and headers that are declared or belong to HTTP. */
  readonly strict?: boolean;
  /** The limit in bytes, or the extension key (`x-…`) of operations or document that contains it. */
  readonly bodyLimit?: number | string | undefined;
  /**
   * The path of the list of invalid fields in refusals, such as `error.invalidParams`. By default, the list is searched
   * for; `none` means that there is none.
   */
  readonly errorListPath?: string | undefined;
  readonly timeoutMs?: number;
  /** The maximum time to wait when the server asks for it. */
  readonly maxWaitMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** The options with all defaults. */
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
