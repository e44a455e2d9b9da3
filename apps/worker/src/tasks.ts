import { runAutomationTask } from './automations/run-automation-task.js';
import { runScheduleTask } from './automations/run-schedule-task.js';
import { finishCampaignTask } from './campaigns/finish-campaign-task.js';
import { resolveAudienceTask } from './campaigns/resolve-audience-task.js';
import { startCampaignTask } from './campaigns/start-campaign-task.js';
import { endSnoozeTask } from './chats/end-snooze-task.js';
import { eraseContactTask } from './contacts/erase-contact-task.js';
import { exportContactTask } from './contacts/export-contact-task.js';
import { removeObjectsTask } from './files/remove-objects-task.js';
import type { Task } from './jobs/define-task.js';
import { fetchMediaTask } from './messages/fetch-media-task.js';
import { sendMessageTask } from './messages/send-message-task.js';
import { sendReactionTask } from './messages/send-reaction-task.js';
import { startScheduledMessageTask } from './messages/start-scheduled-message-task.js';
import { walkSandboxTask } from './messages/walk-sandbox-task.js';
import { submitTemplateTask } from './templates/submit-template-task.js';
import { syncTemplatesTask } from './templates/sync-templates-task.js';
import { deliverEventTask, deliverTask } from './webhooks/deliver-task.js';

/** Every task of the worker. */
export const tasks: readonly Task[] = [
  deliverTask,
  deliverEventTask,
  endSnoozeTask,
  eraseContactTask,
  exportContactTask,
  fetchMediaTask,
  finishCampaignTask,
  removeObjectsTask,
  resolveAudienceTask,
  runAutomationTask,
  runScheduleTask,
  sendMessageTask,
  sendReactionTask,
  startCampaignTask,
  startScheduledMessageTask,
  submitTemplateTask,
  syncTemplatesTask,
  walkSandboxTask,
];
