export { startStage } from './stage/start-stage.js';
export { type Load, loadsOf } from './works/isolation/loads.js';
export { measureIsolation } from './works/isolation/measure-isolation.js';
export type { Percentiles } from './works/isolation/probe.js';
