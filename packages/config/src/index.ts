export { EnvReader } from './env-reader.js';
export { isCidr } from './is-cidr.js';
export { type LogLevel, type ProcessSettings, readProcessSettings } from './process-settings.js';
