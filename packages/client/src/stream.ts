export { type StreamedEvent, type StreamOptions, streamEvents } from './stream/stream-events.js';
