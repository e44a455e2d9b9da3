import { isRecording, recordIfLong } from '@parley/tracing';
import type { Response } from 'express';

/**
 * Runs a step of a request, and records a span for it if it takes long. For steps whose statements serve several requests,
 * so that they belong to the trace of none.
 */
export function traceStep<Result>(
  { locals }: Response,
  name: string,
  run: () => Result | Promise<Result>,
): Result | Promise<Result> {
  const { trace } = locals.requestContext;
  const result = run();
  if (result instanceof Promise && isRecording(trace)) {
    // Most failures of a step are those of the caller, so a failure alone has no span.
    void recordIfLong(
      trace,
      () => ({ name, kind: 'internal' }),
      () => result.catch(() => undefined),
    );
  }
  return result;
}
