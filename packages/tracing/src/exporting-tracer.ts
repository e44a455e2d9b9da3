import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import {
  SpanKind as ApiKind,
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace as traceApi,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { chooseSampler } from './choose-sampler.js';
import { ReportingExporter } from './reporting-exporter.js';
import type { Span, SpanAttributes, SpanKind, Tracer } from './span.js';
import type { Trace } from './trace.js';
import type { StopTracing, TracingOptions, TracingSettings } from './tracing-options.js';

/** A stopping process waits this long for the collector; the spans that are left are lost. */
const flushMs = 2_000;

/**
 * Records spans with the SDK of OpenTelemetry and sends them by OTLP over HTTP. The exporter itself reads the standard
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
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last, because an operator has set them.
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: chooseSampler(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new ReportingExporter(exporter, logger),
        scheduledDelayMillis: settings.delayMs,
        maxQueueSize: settings.maxQueueSize,
      }),
    ],
  });
  const sdk = provider.getTracer('parley');
  return {
    tracer: {
      startSpan({ name, kind, attributes = {}, links = [], startedAtMs }, parent) {
        const options = {
          kind: kinds[kind],
          attributes,
          ...(startedAtMs !== undefined && { startTime: startedAtMs }),
          links: links.map((link) => ({ context: toSpanContext(link) })),
        };
        const span = sdk.startSpan(name, options, parent ? contextOf(parent) : ROOT_CONTEXT);
        return new RecordedSpan(span, parent?.isContinued ?? false);
      },
    },
    async stop() {
      const shutdown = provider.shutdown().catch(() => undefined);
      await Promise.race([shutdown, delay(flushMs, undefined, { ref: false })]);
      for (const agent of agents) agent.destroy();
    },
  };
}

const kinds: Readonly<Record<SpanKind, ApiKind>> = {
  internal: ApiKind.INTERNAL,
  server: ApiKind.SERVER,
  client: ApiKind.CLIENT,
  producer: ApiKind.PRODUCER,
  consumer: ApiKind.CONSUMER,
};

class RecordedSpan implements Span {
  readonly trace: Trace;
  readonly #span: ApiSpan;

  constructor(span: ApiSpan, isContinued: boolean) {
    this.#span = span;
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.trace = { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0, isContinued };
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

function contextOf(parent: Trace): Context {
  return traceApi.setSpanContext(ROOT_CONTEXT, toSpanContext(parent));
}

function toSpanContext({ traceId, spanId, isSampled }: Trace) {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}
