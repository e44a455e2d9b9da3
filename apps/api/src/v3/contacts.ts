import type { operations } from '@parley/contract/v3';
import {
  addContactLabels,
  addHandle,
  checkContact,
  contacts,
  createContact,
  deleteHandle,
  eraseContact,
  findHandleErrors,
  findMergeErrors,
  findUnknownLabels,
  getErasure,
  mergeContacts,
  removeContactLabel,
  updateContact,
  upsertContacts,
} from '@parley/core';
import {
  presentContact,
  presentContactUpsert,
  presentDeleteResult,
  presentErasure,
  presentHandle,
} from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type ContactOperation =
  | 'createContact'
  | 'getContact'
  | 'updateContact'
  | 'deleteContact'
  | 'getContactErasure'
  | 'searchContacts'
  | 'upsertContacts'
  | 'addContactLabels'
  | 'addContactHandle'
  | 'mergeContacts'
  | 'deleteContactHandle'
  | 'removeContactLabel';

export const contactHandlers: Handlers<Pick<operations, ContactOperation>> = {
  createContact: {
    check: (context, { body: { labels, ...contact } }) =>
      checkContact(context, { ...contact, labelIds: labels?.map((label) => label?.id) }),
    async handle(context, { body: { labels = [], ...values } }) {
      const contact = await createContact(context, { ...values, labelIds: labels.map(({ id }) => id) });
      return { success: true, data: presentContact(contact) };
    },
  },

  getContact: storedRecordHandler(contacts, { idOf: ({ contactId }) => contactId, present: presentContact }),

  updateContact: {
    check: (context, { params, body }) => checkContact(context, body, params.contactId),
    async handle(context, { params, body }) {
      const contact = await updateContact(context, { ...body, contactId: params.contactId });
      return { success: true, data: presentContact(contact) };
    },
  },

  async deleteContact(context, { params }) {
    const result = await eraseContact(context, params.contactId);
    return { success: true, data: presentDeleteResult(result) };
  },

  async getContactErasure(context, { params }) {
    const erasure = await getErasure(context, params.contactId);
    return { success: true, data: presentErasure(erasure) };
  },

  searchContacts: storedSearchHandler(() => contacts, presentContact),

  upsertContacts: {
    // What is wrong with a contact is reported in its own result, not as an error of the request.
    check: 'schema only',
    async handle(context, { body }) {
      const results = await upsertContacts(context, body.contacts);
      return { success: true, data: results.map(presentContactUpsert) };
    },
  },

  addContactLabels: {
    check: (context, { body }) => findUnknownLabels(context, body.labels?.map((label) => label?.id) ?? []),
    async handle(context, { params, body }) {
      const labelIds = body.labels.map(({ id }) => id);
      const contact = await addContactLabels(context, { contactId: params.contactId, labelIds });
      return { success: true, data: presentContact(contact) };
    },
  },

  addContactHandle: {
    check: (context, { params, body }) => findHandleErrors(context, body, params.contactId),
    async handle(context, { params, body }) {
      const handle = await addHandle(context, { ...body, contactId: params.contactId });
      return { success: true, data: presentHandle(handle) };
    },
  },

  mergeContacts: {
    check: (context, { params, body }) => findMergeErrors(context, body, params.contactId),
    async handle(context, { params, body }) {
      const merge = { contactId: params.contactId, mergedId: body.contactId };
      return { success: true, data: presentContact(await mergeContacts(context, merge)) };
    },
  },

  async deleteContactHandle(context, { params }) {
    const result = await deleteHandle(context, params);
    return { success: true, data: presentDeleteResult(result) };
  },

  async removeContactLabel(context, { params }) {
    const result = await removeContactLabel(context, params);
    return { success: true, data: presentDeleteResult(result) };
  },
};
