import type { operations } from '@parley/contract/v3';
import {
  type ContactExportRecord,
  type Context,
  getContactExport,
  openFileLinks,
  startContactExport,
} from '@parley/core';
import { presentContactExport } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

type ContactExportOperations = Pick<operations, 'exportContact' | 'getContactExport'>;

export function createContactExportHandlers(publicUrl: string): Handlers<ContactExportOperations> {
  return {
    async exportContact(context, { params }) {
      return respond(context, await startContactExport(context, params.contactId));
    },

    async getContactExport(context, { params }) {
      return respond(context, await getContactExport(context, params));
    },
  };

  async function respond(context: Context, record: ContactExportRecord) {
    const links = await openFileLinks(context, publicUrl);
    return { success: true as const, data: presentContactExport(links, record) };
  }
}
