export interface TracingSettings {
  /** A name of the specification of OpenTelemetry. */
  readonly sampler: SamplerName;
  /** The share of the traces that the samplers with a ratio record, from 0 to 1. */
  readonly ratio: number;
  /** How long a span waits for others before they are sent together. */
  readonly delayMs: number;
  /** Spans that wait while the collector is slow; further ones are dropped. */
  readonly maxQueueSize: number;
}

type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`;

export interface TracingOptions {
  readonly serviceName: string;
  readonly logger: TracingLogger;
}

/** The part of a logger that is used here. */
export interface TracingLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Sends the spans that wait, for at most two seconds, and switches tracing off. */
export type StopTracing = () => Promise<void>;
