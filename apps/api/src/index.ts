export { type Config, parseConfig } from './config.js';
export type { DocsBuild } from './http/docs/docs-build.js';
export { readLocalSecret } from './local-secret.js';
export { type ApiOptions, type PreparedApi, prepareApi, type RunningApi, startApi } from './start-api.js';
