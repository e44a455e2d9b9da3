/**
 * The tasks of the worker and their payloads. A job only refers to state: the worker reads the current state when it
 * runs.
 */
export interface JobPayloads {
  /** One delivery. Jobs that an earlier release added have no event id. */
  deliver: { readonly tenantId: string; readonly eventId?: string; readonly deliveryId: string };
  /** The first attempts of several deliveries of one event. */
  'deliver-event': {
    readonly tenantId: string;
    readonly eventId: string;
    readonly deliveryIds: readonly string[];
  };
  'run-automation': { readonly tenantId: string; readonly runId: string };
  'start-campaign': { readonly tenantId: string; readonly campaignId: string };
  'resolve-audience': { readonly tenantId: string; readonly campaignId: string };
  /** Starts an occurrence of an automation with a schedule, or its next runs. */
  'run-schedule': { readonly tenantId: string; readonly automationId: string };
  'finish-campaign': { readonly tenantId: string; readonly campaignId: string };
  'end-snooze': { readonly tenantId: string; readonly chatId: string };
  'send-message': { readonly tenantId: string; readonly messageId: string };
  /** Makes a scheduled message pending. */
  'start-scheduled-message': { readonly tenantId: string; readonly messageId: string };
  /** Sends the reaction of the workspace. `attempt` counts earlier attempts; `hasSlot` is 1 after waiting for a slot. */
  'send-reaction': {
    readonly tenantId: string;
    readonly messageId: string;
    readonly attempt?: number;
    readonly hasSlot?: number;
  };
  /** Submits a message template to the provider of a channel. */
  'submit-template': { readonly tenantId: string; readonly messageTemplateId: string };
  /** Requests a page of the templates of a channel. `attempt` counts failed attempts at this page. */
  'sync-templates': { readonly tenantId: string; readonly channelId: string; readonly attempt?: number };
  /** `step` is the number of the next report, from 0. Jobs that an earlier release added have none. */
  'walk-sandbox': { readonly tenantId: string; readonly messageId: string; readonly step?: number };
  'remove-objects': { readonly tenantId: string };
  /** `step` and `after` are the position at which an earlier job of the erasure of `requestedAt` ended. */
  'erase-contact': {
    readonly tenantId: string;
    readonly contactId: string;
    readonly requestedAt?: string | undefined;
    readonly step?: number | undefined;
    readonly after?: string | undefined;
  };
  'export-contact': { readonly tenantId: string; readonly exportId: string };
  'fetch-media': { readonly tenantId: string; readonly messageId: string };
}

export type JobTask = keyof JobPayloads;

/** Jobs of these tasks are bulk work by default; jobs of other tasks are interactive. */
export const bulkTasks: ReadonlySet<JobTask> = new Set([
  'start-campaign',
  'resolve-audience',
  'run-schedule',
  'finish-campaign',
  'fetch-media',
  'remove-objects',
  'erase-contact',
  'export-contact',
  'sync-templates',
]);
