export type { Context, IdempotencyRequest } from './context.js';
export {
  DomainError,
  type ErrorCode,
  type InvalidParam,
  type InvalidParamKey,
  type InvalidParams,
  type NotFoundResource,
} from './domain-error.js';
export { isId, newId } from './ids.js';
