export { type Config, parseConfig } from './config.js';
export { readLocalSecret } from './local-secret.js';
export { type ApiOptions, type RunningApi, startApi } from './start-api.js';
