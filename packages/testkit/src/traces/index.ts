export type { ReceivedSpan } from './decode-spans.js';

export { messageText, setTraceScene, type TraceScene } from './scene.js';
export { type Collector, startCollector } from './start-collector.js';
