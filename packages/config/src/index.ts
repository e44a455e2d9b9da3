export { hideSecrets } from './clean-log-value.js';
export { endOnUncaught } from './end-on-uncaught.js';
export { EnvReader } from './env-reader.js';
export { isCidr } from './is-cidr.js';
export { logOptions } from './log-options.js';
export { type LogLevel, type ProcessSettings, readProcessSettings } from './process-settings.js';
