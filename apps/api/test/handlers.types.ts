import type { operations } from '@parley/contract/v3';
import type { Download } from '../src/http/files/download.js';
import type { CheckedHandler, Handler, Handlers } from '../src/http/routing/handler.js';

/** These are checked by the compiler only: each of these mistakes must not compile. */
type Few = Pick<operations, 'deleteChat' | 'addContactLabels'>;
declare const deleteChat: Handler<operations['deleteChat']>;
declare const addContactLabels: CheckedHandler<operations['addContactLabels']>;

export const complete: Handlers<Few> = { deleteChat, addContactLabels };

// @ts-expect-error a handler is missing
export const missing: Handlers<Few> = { deleteChat };

// @ts-expect-error the document has no such operation
export const unknown: Handlers<Few> = { deleteChat, addContactLabels, removeChat: deleteChat };

// @ts-expect-error an operation with a body says whether there are errors beyond those of the schema
export const unchecked: Handlers<Few> = { deleteChat, addContactLabels: addContactLabels.handle };

// @ts-expect-error the response of one operation is not that of another
export const swapped: Handlers<Few> = { deleteChat: addContactLabels, addContactLabels };

export const wrongField: Handlers<Few> = {
  // @ts-expect-error deletedIds is a list
  deleteChat: async (_context, { params }) => ({
    success: true,
    data: { deletedIds: params.chatId, notFoundIds: [] },
  }),
  addContactLabels,
};

export const wrongBody: Handlers<Few> = {
  deleteChat,
  addContactLabels: {
    check: 'schema only',
    handle: async (context, request) => {
      // @ts-expect-error the body has labels, not tags
      request.body.tags;
      return addContactLabels.handle(context, request);
    },
  },
};

export const wrongParameter: Handlers<Few> = {
  deleteChat: async (context, request) => {
    // @ts-expect-error the path has a chatId, not a contactId
    request.params.contactId;
    return deleteChat(context, request);
  },
  addContactLabels,
};

/** A form reaches its handler in parts, and a download is not JSON. */
type FileOperations = Pick<operations, 'uploadFile' | 'downloadFile'>;
declare const uploadFile: CheckedHandler<operations['uploadFile']>;
declare const download: Download;

export const bytes: Handlers<FileOperations> = {
  uploadFile: {
    check: 'schema only',
    handle: async (context, request) => {
      const { file, name } = request.body;
      file.checksum.slice(0, name?.length);
      // @ts-expect-error a file is not the Blob that a client sends
      file.arrayBuffer();
      return uploadFile.handle(context, request);
    },
  },
  downloadFile: async () => download,
};

export const wrongDownload: Handlers<FileOperations> = {
  uploadFile,
  // @ts-expect-error the contract declares bytes
  downloadFile: async () => ({ success: true, data: download }),
};
