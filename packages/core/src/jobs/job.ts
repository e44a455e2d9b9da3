/** The tasks of the worker, and what each is told. A job only points at state: the worker reads what is true when it runs. */
export interface JobPayloads {
  deliver: { readonly tenantId: string; readonly deliveryId: string };
  'run-automation': { readonly tenantId: string; readonly runId: string };
  'start-campaign': { readonly tenantId: string; readonly campaignId: string };
  'finish-campaign': { readonly tenantId: string; readonly campaignId: string };
  'end-snooze': { readonly tenantId: string; readonly chatId: string };
  'send-message': { readonly tenantId: string; readonly messageId: string };
  'walk-sandbox': { readonly tenantId: string; readonly messageId: string };
  'fetch-media': { readonly tenantId: string; readonly messageId: string };
}

export type JobTask = keyof JobPayloads;
