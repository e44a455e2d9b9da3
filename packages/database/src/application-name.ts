/**
 * The name of our connections in pg_stat_activity. Releases without row-level security have the plain name too, so it
 * means a process that declares no tenants.
 */
export const applicationName = 'parley';

/** The name of the connections of a process that declares the tenant of each transaction. */
export const declaringApplicationName = 'parley-row-security';
