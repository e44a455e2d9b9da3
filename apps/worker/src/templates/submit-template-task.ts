import { failSubmission } from '@parley/core';
import { defineTask } from '../jobs/define-task.js';
import { submitTemplate } from './submit-template.js';

/** Submits a message template to the provider of a channel. */
export const submitTemplateTask = defineTask({
  name: 'submit-template',
  payload: { tenantId: 'id', messageTemplateId: 'id' },
  run: submitTemplate,
  async onDead({ messageTemplateId }, { context }) {
    const error = { code: 'internal_error', message: 'The template could not be submitted.' };
    await failSubmission(context, { messageTemplateId }, error);
  },
});
