import { objectOf } from '../rules/read-json.js';
import { responseHeaders } from './common-files.js';
import { decorateOperations } from './decorate-operations.js';
import { editSuccess } from './edit-success.js';

/** Declares the headers that the server sends with every success, before those that the operation declares itself. */
export const addResponseHeaders = decorateOperations((operation, { document, refer }) => {
  const files = {
    ...responseHeaders.always,
    ...(operation['x-idempotent'] === true ? responseHeaders.ofIdempotent : {}),
    ...('x-deprecated-at' in objectOf(document.info) ? responseHeaders.ofDeprecated : {}),
  };
  const headers = Object.entries(files).map(([name, file]) => [name, refer(file)]);
  editSuccess(operation, ({ description, headers: own, ...rest }) => ({
    description,
    headers: { ...Object.fromEntries(headers), ...objectOf(own) },
    ...rest,
  }));
});
