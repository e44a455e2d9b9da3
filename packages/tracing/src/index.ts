export {
  errorTypeOf,
  inEntrySpan,
  inSharedSpan,
  inSpan,
  isRecording,
  recordSpan,
  type Span,
  type SpanStart,
  startEntrySpan,
} from './span.js';
export { startTracing } from './start-tracing.js';
export {
  continuedTrace,
  currentTrace,
  currentTraceparent,
  readTrace,
  runInTrace,
  type Trace,
  traceHeaders,
} from './trace.js';
