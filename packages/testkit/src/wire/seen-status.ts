import type { ApiVersion } from './versions.js';

/** An operation and a status that it returned. */
export interface SeenStatus {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly status: number;
}
