import type { operations } from '@parley/contract/v3';
import { createFile, deleteById, files, getById, getPublicFileToken, readFile } from '@parley/core';
import { presentDeleteResult, presentFile, presentPublicUrl } from '@parley/presenters/v3';
import { detectContentType } from '../http/files/detect-content-type.js';
import { Download } from '../http/files/download.js';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

type FileOperations = Pick<
  operations,
  'uploadFile' | 'getFile' | 'getFilePublicUrl' | 'downloadFile' | 'deleteFile' | 'searchFiles'
>;

export function createFileHandlers(publicUrl: string): Handlers<FileOperations> {
  return {
    async uploadFile(context, { body: { file, name = file.name } }) {
      const { bytes, checksum } = file;
      const contentType = await detectContentType(bytes);
      const created = await createFile(context, { name, contentType, checksum, bytes });
      return { success: true, data: presentFile(publicUrl, created) };
    },

    async getFile(context, { params }) {
      const file = await getById(context, files, params.fileId);
      return { success: true, data: presentFile(publicUrl, file) };
    },

    async getFilePublicUrl(context, { params }) {
      const token = await getPublicFileToken(context, params.fileId);
      return { success: true, data: presentPublicUrl(publicUrl, token) };
    },

    async downloadFile(context, { params }) {
      return new Download(await readFile(context, params.fileId));
    },

    async deleteFile(context, { params }) {
      const result = await deleteById(context, files, params.fileId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchFiles: searchHandler(
      () => files,
      (file) => presentFile(publicUrl, file),
    ),
  };
}
