/** The entry point for tests, which checks single responses. It does not load code that only a complete run needs. */
export {
  type CheckExchange,
  createExchangeCheck,
  type Exchange,
  type ExchangeOptions,
  type ReceivedResponse,
} from './exchange/create-exchange-check.js';
export { ExchangeError, type ExchangeViolation } from './exchange/exchange-error.js';
export { isHttpHeader } from './rules/http-headers.js';
