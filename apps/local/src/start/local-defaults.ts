/** Defaults for one person on one machine: few log lines, and access for webhooks and pages on the same machine. */
export function withLocalDefaults(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...environment,
    LOG_LEVEL: environment.LOG_LEVEL || 'warn',
    // With its own database, this is the only process; with another database, there may be more.
    RATE_LIMIT_STORE: environment.RATE_LIMIT_STORE || (environment.DATABASE_URL ? 'postgres' : 'memory'),
    ...(!environment.DATABASE_URL && {
      WEBHOOK_ALLOWED_CIDRS: environment.WEBHOOK_ALLOWED_CIDRS || '127.0.0.0/8,::1/128',
      // Allows pages that are developed on the same machine.
      CORS_ORIGINS: environment.CORS_ORIGINS || 'loopback',
    }),
  };
}
