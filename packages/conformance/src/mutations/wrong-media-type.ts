import { isWithin } from '../document/media-types.js';
import type { MutateRequest } from './mutate-request.js';

export const wrongMediaType: MutateRequest = ({ operation, request, pick }) => {
  const declared = operation.body?.media.map(({ type }) => type) ?? [];
  const others = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json',
    'image/png',
  ];
  const wrong = others.filter((type) => !declared.some((candidate) => isWithin(type, candidate)));
  const type = wrong[pick % wrong.length];
  if (!request.body || request.body.length === 0 || type === undefined) return undefined;
  const { parts, ...rest } = request;
  const expected = declared.join(' or ');
  return {
    request: { ...rest, headers: { ...request.headers, 'content-type': type } },
    description: `the body is sent as ${type}, and ${expected} is declared`,
  };
};
