export { type Config, parseConfig } from './config.js';
export type { DocsBuild } from './http/docs/docs-build.js';
export { localKeyFile, readKeyFile, readLocalKeys } from './signing-keys.js';
export { type ApiOptions, type PreparedApi, prepareApi, type RunningApi, startApi } from './start-api.js';
