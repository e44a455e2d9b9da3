export { parseWorkerConfig, type WorkerConfig } from './config/worker-config.js';
export { createWorker, type Worker, type WorkerOptions, type WorkerTiming } from './create-worker.js';
export { type MaintenanceOptions, maintain } from './maintenance/maintain.js';
export { createPausableWorker, type PausableWorker } from './pause/pausable-worker.js';
export { PositionFile } from './pause/position-file.js';
