import { objectOf } from '../rules/read-json.js';
import { policyErrors } from './common-files.js';
import { decorateOperations } from './decorate-operations.js';

/** Declares the errors that follow from policy, and the 404 of the specification. Responses that an operation declares itself stay. */
export const addPolicyErrors = decorateOperations((operation, { document, refer }) => {
  const files = {
    ...policyErrors.always,
    ...(operation['x-idempotent'] === true ? policyErrors.ofIdempotent : {}),
    ...(operation['x-adds-jobs'] === true ? policyErrors.ofJobs : {}),
    ...('x-filter-fields' in operation ? policyErrors.ofSearch : {}),
    ...('x-sunset-at' in objectOf(document.info) ? policyErrors.ofSunset : {}),
    ...(operation.requestBody === undefined ? {} : policyErrors.withBody),
  };
  const errors = Object.entries(files).map(([status, file]) => [status, refer(file)]);
  operation.responses = { ...Object.fromEntries(errors), ...objectOf(operation.responses) };
});
