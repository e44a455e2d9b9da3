interface FatalLogger {
  fatal(fields: object, message: string): void;
}

/** Logs an uncaught error and ends the process. Node itself would print all its properties, a connection among them. */
export function endOnUncaught(logger: FatalLogger): void {
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'ended by an error that nothing caught');
    process.exit(1);
  });
}
