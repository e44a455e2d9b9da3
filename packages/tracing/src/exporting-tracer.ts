import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT_CONTEXT, trace as traceApi } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace';
import { chooseSampler } from './choose-sampler.js';
import { kinds, RecordedSpan, type SpanOrigin, toSpanContext } from './recorded-span.js';
import { ReportingExporter } from './reporting-exporter.js';
import type { Span, SpanStart, Tracer } from './span.js';
import type { Trace } from './trace.js';
import type { StopTracing, TracingOptions, TracingSettings } from './tracing-options.js';

/** A stopping process waits this long for the collector; the spans that are left are lost. */
const flushMs = 2_000;

/**
 * Records spans and sends them with the SDK of OpenTelemetry, by OTLP over HTTP. The exporter itself reads the standard
 * variables OTEL_EXPORTER_OTLP_*.
 */
export function createExportingTracer(
  settings: TracingSettings,
  { serviceName, logger }: TracingOptions,
): { readonly tracer: Tracer; readonly stop: StopTracing } {
  const agents: Agent[] = [];
  const exporter = new OTLPTraceExporter({
    // A connection that waits for a hanging collector would keep a stopped process alive; so we destroy it.
    httpAgentOptions: (protocol) => {
      const agent =
        protocol === 'https:' ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
  });
  const processor = new BatchSpanProcessor({
    exporter: new ReportingExporter(exporter, logger),
    scheduledDelayMillis: settings.delayMs,
    maxQueueSize: settings.maxQueueSize,
  });
  const origin: SpanOrigin = {
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, because an operator has set them.
      .merge(detectResources({ detectors: [envDetector] })),
    instrumentationScope: { name: 'parley' },
    onEnd: (span) => processor.onEnd(span),
  };
  const decide = createDecision(settings);
  return {
    tracer: {
      startEntrySpan(start, parent) {
        const traceId = parent?.traceId ?? ids.generateTraceId();
        const isSampled = decide(start, traceId, parent);
        const isContinued = parent?.isContinued ?? false;
        const trace = { traceId, spanId: ids.generateSpanId(), isSampled, isContinued };
        return isSampled ? new RecordedSpan(start, { trace, parent, origin }) : unrecordedSpan(trace);
      },
      startSpan(start, parent) {
        const { traceId, isSampled, isContinued } = parent;
        const trace = { traceId, spanId: ids.generateSpanId(), isSampled, isContinued };
        return new RecordedSpan(start, { trace, parent, origin });
      },
    },
    async stop() {
      const shutdown = processor.shutdown().catch(() => undefined);
      await Promise.race([shutdown, delay(flushMs, undefined, { ref: false })]);
      for (const agent of agents) agent.destroy();
    },
  };
}

const ids = new RandomIdGenerator();

/** Returns the function that decides whether a trace is recorded in this process. */
function createDecision(settings: TracingSettings) {
  const sampler = chooseSampler(settings);
  return ({ name, kind }: SpanStart, traceId: string, parent: Trace | undefined): boolean => {
    const context = parent ? traceApi.setSpanContext(ROOT_CONTEXT, toSpanContext(parent)) : ROOT_CONTEXT;
    // The samplers of `OTEL_TRACES_SAMPLER` read neither attributes nor links.
    const { decision } = sampler.shouldSample(context, traceId, name, kinds[kind], {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };
}

function unrecordedSpan(trace: Trace): Span {
  return { trace, rename: ignore, set: ignore, fail: ignore, end: ignore };
}

function ignore(): void {}
