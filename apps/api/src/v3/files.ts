import type { operations } from '@parley/contract/v3';
import { getPublicFileToken } from '@parley/core';
import { presentPublicUrl } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export function createFileHandlers(publicUrl: string): Handlers<Pick<operations, 'getFilePublicUrl'>> {
  return {
    async getFilePublicUrl(context, { params }) {
      const token = await getPublicFileToken(context, params.fileId);
      return { success: true, data: presentPublicUrl(publicUrl, token) };
    },
  };
}
