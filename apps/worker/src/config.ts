/** Every setting of the worker process, checked. */
export interface WorkerConfig {
  readonly concurrency: number;
  /** Ranges of addresses that webhooks may reach although they are not public. */
  readonly webhookAllowedCidrs: readonly string[];
  readonly validateEvents: 'off' | 'log' | 'strict';
  /** Where partners reach the service, without a slash at the end. */
  readonly publicUrl: string;
}
