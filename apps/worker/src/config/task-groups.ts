import type { JobTask } from '@parley/core';

/** The groups of tasks that `WORKER_TASKS` can name. */
export const taskGroups = [
  'deliveries',
  'messages',
  'media',
  'automations',
  'campaigns',
  'chats',
  'contacts',
  'files',
  'maintenance',
] as const;

export type TaskGroup = (typeof taskGroups)[number];

/** The task of the maintenance job. A schedule adds this job, and it belongs to no tenant. */
export const maintenanceTask = 'maintain';

/** Returns the group of a task; undefined for a task that this release does not have. */
export function findGroup(task: string): TaskGroup | undefined {
  return groups.get(task);
}

const groupOf: Readonly<Record<JobTask | typeof maintenanceTask, TaskGroup>> = {
  deliver: 'deliveries',
  'deliver-event': 'deliveries',
  'send-message': 'messages',
  'start-scheduled-message': 'messages',
  'send-reaction': 'messages',
  'submit-template': 'messages',
  'sync-templates': 'messages',
  'walk-sandbox': 'messages',
  'fetch-media': 'media',
  'run-automation': 'automations',
  'run-schedule': 'automations',
  'start-campaign': 'campaigns',
  'resolve-audience': 'campaigns',
  'finish-campaign': 'campaigns',
  'end-snooze': 'chats',
  'erase-contact': 'contacts',
  'export-contact': 'contacts',
  'remove-objects': 'files',
  [maintenanceTask]: 'maintenance',
};

const groups = new Map<string, TaskGroup>(Object.entries(groupOf));
