interface FatalLogger {
  fatal(fields: object, message: string): void;
}

/**
 * Logs an uncaught error and ends the process. Node itself would print all properties of the error, which can include a
 * connection and its password.
 */
export function endOnUncaught(logger: FatalLogger): void {
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'ended by an uncaught error');
    process.exit(1);
  });
}
