import type { operations } from '@parley/contract/v3';
import {
  type Context,
  createFile,
  deleteFile,
  type FileRecord,
  files,
  getById,
  getPublicFileToken,
  openFileLinks,
  readFile,
  revokePublicUrl,
} from '@parley/core';
import { presentDeleteResult, presentFile, presentPublicUrl } from '@parley/presenters/v3';
import { Download } from '../http/files/download.js';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandlerWith } from './search-handler.js';

type FileOperations = Pick<
  operations,
  | 'uploadFile'
  | 'getFile'
  | 'getFilePublicUrl'
  | 'revokeFilePublicUrl'
  | 'downloadFile'
  | 'deleteFile'
  | 'searchFiles'
>;

export function createFileHandlers(publicUrl: string): Handlers<FileOperations> {
  return {
    uploadFile: {
      check: 'schema only',
      async handle(context, { body: { file, name = file.name } }) {
        const { content, contentType, checksum } = file;
        const created = await createFile(context, { name, contentType, checksum, content });
        return respond(context, created);
      },
    },

    async getFile(context, { params }) {
      const file = await getById(context, files, params.fileId);
      return respond(context, file);
    },

    async getFilePublicUrl(context, { params }) {
      const token = await getPublicFileToken(context, params.fileId);
      return { success: true, data: presentPublicUrl(await openFileLinks(context, publicUrl), token) };
    },

    async revokeFilePublicUrl(context, { params }) {
      return respond(context, await revokePublicUrl(context, params.fileId));
    },

    async downloadFile(context, { params }) {
      return new Download(await readFile(context, params.fileId));
    },

    async deleteFile(context, { params }) {
      const result = await deleteFile(context, params.fileId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchFiles: searchHandlerWith(() => files, createPresenter),
  };

  async function createPresenter(context: Context) {
    const links = await openFileLinks(context, publicUrl);
    return (file: FileRecord) => presentFile(links, file);
  }

  async function respond(context: Context, file: FileRecord) {
    const present = await createPresenter(context);
    return { success: true as const, data: present(file) };
  }
}
