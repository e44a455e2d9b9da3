interface FatalLogger {
  fatal(fields: object, message: string): void;
}

/** Node would print an error that nothing caught with all its properties, a connection among them; the log has its own way. */
export function endOnUncaught(logger: FatalLogger): void {
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'ended by an error that nothing caught');
    process.exit(1);
  });
}
