/** The entry for tests, which checks single responses. It loads nothing that only a whole run needs. */
export {
  type CheckExchange,
  createExchangeCheck,
  type Exchange,
  type ExchangeOptions,
  type ReceivedResponse,
} from './exchange/create-exchange-check.js';
export { ExchangeError, type ExchangeViolation } from './exchange/exchange-error.js';
export { isHttpHeader } from './rules/http-headers.js';
