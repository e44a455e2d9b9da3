import type { MutateRequest } from './mutate-request.js';

/** Trailing spaces do not change JSON and forms, so only the size is wrong. */
export const tooLarge: MutateRequest = ({ operation, request }) => {
  const limit = operation.bodyLimitBytes;
  const { body } = request;
  if (limit === undefined || limit > mostBytes || !body || body.length > limit) return undefined;
  return {
    request: { ...request, paddingBytes: limit + 1 - body.length },
    description: `the body may have ${limit} bytes and has one more`,
  };
};

const mostBytes = 128 * 1024 * 1024;
