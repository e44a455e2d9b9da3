import { SpanKind as ApiKind, ROOT_CONTEXT, TraceFlags, trace as traceApi } from '@opentelemetry/api';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace';
import { batchSpans } from './batch-spans.js';
import { chooseSampler } from './choose-sampler.js';
import { RecordedSpan } from './recorded-span.js';
import type { Span, Tracer } from './span.js';
import type { Trace } from './trace.js';
import type { StopTracing, TracingOptions, TracingSettings } from './tracing-options.js';

/** Records spans, and sends them to a collector. */
export function createExportingTracer(
  settings: TracingSettings,
  { serviceName, logger }: TracingOptions,
): { readonly tracer: Tracer; readonly stop: StopTracing } {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName }))
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, because an operator has set them.
    .merge(detectResources({ detectors: [envDetector] }));
  const { add: onEnd, stop } = batchSpans({ settings, resource, logger });
  const decide = createDecision(settings);
  return {
    tracer: {
      startEntrySpan(start, parent) {
        const traceId = parent?.traceId ?? ids.generateTraceId();
        const isSampled = decide(start.name, traceId, parent);
        const isContinued = parent?.isContinued ?? false;
        const trace = { traceId, spanId: ids.generateSpanId(), isSampled, isContinued };
        return isSampled ? new RecordedSpan(start, { trace, parent, onEnd }) : unrecordedSpan(trace);
      },
      startSpan(start, parent) {
        const { traceId, isSampled, isContinued } = parent;
        const trace = { traceId, spanId: ids.generateSpanId(), isSampled, isContinued };
        return new RecordedSpan(start, { trace, parent, onEnd });
      },
    },
    stop,
  };
}

const ids = new RandomIdGenerator();

/** Returns the function that decides whether a trace is recorded in this process. */
function createDecision(settings: TracingSettings) {
  const sampler = chooseSampler(settings);
  return (name: string, traceId: string, parent: Trace | undefined): boolean => {
    // The samplers of `OTEL_TRACES_SAMPLER` read neither the kind nor attributes nor links.
    const { decision } = sampler.shouldSample(contextOf(parent), traceId, name, ApiKind.INTERNAL, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };
}

function contextOf(parent: Trace | undefined) {
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return traceApi.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags });
}

function unrecordedSpan(trace: Trace): Span {
  return { trace, rename: ignore, set: ignore, fail: ignore, end: ignore };
}

function ignore(): void {}
