import { setTracer } from './span.js';
import type { StopTracing, TracingOptions, TracingSettings } from './tracing-options.js';

/** Starts tracing. Without settings, nothing is loaded and nothing is recorded. */
export async function startTracing(
  settings: TracingSettings | undefined,
  options: TracingOptions,
): Promise<StopTracing> {
  if (settings === undefined) return async () => undefined;
  const { createExportingTracer } = await import('./exporting-tracer.js');
  const { tracer, stop } = createExportingTracer(settings, options);
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await stop();
  };
}
