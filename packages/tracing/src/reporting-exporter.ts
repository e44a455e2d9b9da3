import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { errorTypeOf } from './span.js';
import type { TracingLogger } from './tracing-options.js';

type Report = Parameters<SpanExporter['export']>[1];

/** Logs one line when the collector fails and one when it accepts spans again, however long it fails. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: TracingLogger;
  #isFailing = false;

  constructor(exporter: SpanExporter, logger: TracingLogger) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], report: Report): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result.error);
      report(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note(error: Error | undefined): void {
    if (error !== undefined && !this.#isFailing)
      this.#logger.warn(
        { reason: errorTypeOf(error) },
        'the collector of traces does not accept spans; they are dropped until it does',
      );
    if (error === undefined && this.#isFailing)
      this.#logger.info({}, 'the collector of traces accepts spans again');
    this.#isFailing = error !== undefined;
  }
}
