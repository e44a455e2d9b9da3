export { hideSecrets } from './clean-log-value.js';
export { endOnUncaught } from './end-on-uncaught.js';
export { choice, dateTime, integer, list, text, url } from './env-variables.js';
export { isCidr } from './is-cidr.js';
export { logOptions } from './log-options.js';
export { sendsMetricsToken } from './metrics-token.js';
export { parseEnv } from './parse-env.js';
export { type ProcessSettings, processVariables, toProcessSettings } from './process-settings.js';
export { runProcess } from './run-process.js';
