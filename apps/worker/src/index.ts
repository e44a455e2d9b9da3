export { parseWorkerConfig, type WorkerConfig } from './config.js';
export { createWorker, type Worker, type WorkerOptions, type WorkerTiming } from './create-worker.js';
