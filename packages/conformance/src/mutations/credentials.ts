import type { MutateRequest } from './mutate-request.js';

export const noCredentials: MutateRequest = ({ operation, request }) => {
  if (!isGuarded(operation.security)) return undefined;
  return { request: { ...request, credentials: [] }, description: 'it needs credentials and has none' };
};

export const wrongCredentials: MutateRequest = ({ operation, request, pick }) => {
  if (!isGuarded(operation.security)) return undefined;
  const wrongToken = wrongTokens[pick % wrongTokens.length] ?? 'wrong';
  return { request: { ...request, wrongToken }, description: 'its credentials are made up' };
};

/** The third token has no algorithm and no signature, which careless libraries accept. */
const wrongTokens = [
  'wrong',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInNjb3BlIjoiKiJ9.',
  'a'.repeat(5000),
];

/** An operation that also allows calls without credentials need not refuse any. */
function isGuarded(security: readonly (readonly unknown[])[]): boolean {
  return security.length > 0 && security.every((credentials) => credentials.length > 0);
}
