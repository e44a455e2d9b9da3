export {
  errorTypeOf,
  inEntrySpan,
  inSharedSpan,
  inSpan,
  isRecording,
  recordIfLong,
  type Span,
  type SpanStart,
  startEntrySpan,
  withSharedSpan,
  withSpan,
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
export { formatTraceparent } from './traceparent.js';
