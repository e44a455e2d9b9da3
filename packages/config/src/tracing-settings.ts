import * as z from 'zod';
import { choice, integer, url } from './env-variables.js';

/**
 * The samplers of OpenTelemetry. The samplers that begin with `parentbased` follow the decision of the caller, if it
 * sends `traceparent`.
 */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingSettings {
  readonly sampler: (typeof samplers)[number];
  readonly ratio: number;
  readonly delayMs: number;
  readonly maxQueueSize: number;
}

const isRatio = (text: string) => /^(?:0|1|0?\.\d+|1\.0+)$/.test(text);
const ratio = z
  .string()
  .refine(isRatio, { error: ({ input }) => `must be a number from 0 to 1, not "${input}"` })
  .transform(Number)
  .optional();

/**
 * The variables have the names, values and defaults of the OpenTelemetry specification. The exporter itself reads the
 * other variables that begin with OTEL_EXPORTER_OTLP_, such as the variables for headers and certificates.
 */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(['http/protobuf']),
  OTEL_TRACES_SAMPLER: choice(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_BSP_SCHEDULE_DELAY: integer({ min: 1, max: 60_000 }).default(5_000),
  // The exporter sends 512 spans at a time.
  OTEL_BSP_MAX_QUEUE_SIZE: integer({ min: 512, max: 1_000_000 }).default(2_048),
};

type TracingVariables = z.output<z.ZodObject<typeof tracingVariables>>;

export function toTracingSettings(variables: TracingVariables): TracingSettings | undefined {
  if (variables.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    delayMs: variables.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: variables.OTEL_BSP_MAX_QUEUE_SIZE,
  };
}
