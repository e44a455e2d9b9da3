import type { ApiVersion } from './http/operation.js';
export const apiVersions: readonly ApiVersion[] = [];
