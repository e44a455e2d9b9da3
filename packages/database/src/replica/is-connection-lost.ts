import { causesOf } from '../causes-of.js';

/**
 * Whether an error means that the server cannot be reached. A statement that the server itself ended, such as one that
 * took too long or was in conflict with the replay, says nothing about other statements, and neither does a full pool.
 */
export function isConnectionLost(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && lostCodes.test(code)) ||
      (typeof message === 'string' && lostMessages.test(message)),
  );
}

/** System errors, SQLSTATE class 08 and 57P01–57P05. */
const lostCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08\w{3}|57P0[1-5])$/;

/** `pg` has no code for these errors. It says "Connection terminated" when a new connection takes too long, too. */
const lostMessages = /^(?:Connection terminated|Client has encountered a connection error)/;
