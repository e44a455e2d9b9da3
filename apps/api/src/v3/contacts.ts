import type { operations } from '@parley/contract/v3';
import { addContactLabels } from '@parley/core';
import { presentContact } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const contactHandlers: Handlers<Pick<operations, 'addContactLabels'>> = {
  async addContactLabels(context, { params, body }) {
    const labelIds = body.labels.map(({ id }) => id);
    const contact = await addContactLabels(context, { contactId: params.contactId, labelIds });
    return { success: true, data: presentContact(contact) };
  },
};
