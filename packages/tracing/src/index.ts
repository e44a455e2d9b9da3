export {
  isRecording,
  recordIfLong,
  type Span,
  type SpanStart,
  startEntrySpan,
  withEntrySpan,
  withSharedSpan,
  withSpan,
} from './span.js';
export { startTracing } from './start-tracing.js';
export {
  continuedTrace,
  readTrace,
  type Trace,
  traceHeaders,
} from './trace.js';
export { formatTraceparent } from './traceparent.js';
