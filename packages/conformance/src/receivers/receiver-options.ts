import type { JsonObject } from '@parley/validation';
import type { CheckName } from './checks.js';
import type { CheckReport } from './receiver-report.js';

export interface ReceiverOptions {
  /** An OpenAPI 3.1 document with `webhooks`, or its file or URL. */
  readonly document: JsonObject | string;
  /** The URL to which deliveries are posted. */
  readonly url: string;
  /** The secret that the receiver verifies with (`whsec_…`). */
  readonly secret: string;
  /** A secret that the receiver must no longer accept. */
  readonly revokedSecret?: string | undefined;
  /** The types that the receiver is subscribed to; the default is every type, including those that are added later. */
  readonly events?: readonly string[] | undefined;
  /** A URL that reports what the receiver has handled. Without it, only the responses can be judged. */
  readonly probeUrl?: string | undefined;
  /** Headers that are sent with every request, also to the probe. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The checks to run; the default is all of them. */
  readonly only?: readonly CheckName[];
  readonly seed?: number | undefined;
  /** Generated events of each type. */
  readonly samplesPerEvent?: number;
  /** The deadline for a response. */
  readonly timeoutMs?: number;
  /** How long the probe may take to report what was accepted. */
  readonly probeWaitMs?: number;
  readonly onProgress?: (check: CheckReport) => void;
}

/** The options with all defaults. */
export interface ReceiverSettings
  extends Required<Omit<ReceiverOptions, OptionalName>>,
    Pick<ReceiverOptions, Exclude<OptionalName, 'seed'>> {
  readonly seed: number;
}

type OptionalName = 'revokedSecret' | 'events' | 'probeUrl' | 'onProgress' | 'seed';

export function withReceiverDefaults(options: ReceiverOptions): ReceiverSettings {
  return {
    headers: {},
    only: [],
    samplesPerEvent: 5,
    timeoutMs: 15_000,
    probeWaitMs: 10_000,
    ...options,
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 31),
  };
}
