import { type Database, statement, type Tenant } from '@parley/database';
import { AdministrationError } from './administration-error.js';
import { changeTenant } from './change-tenant.js';

interface LanguageChange {
  readonly tenant: string;
  /** A configuration of PostgreSQL's text search; null for words as they are written. */
  readonly searchLanguage: string | null;
}

/**
 * Changes the language in which the words of messages are found. The worker then stores the words of all messages again;
 * searches compute the words that it has not reached.
 */
export async function setTenantLanguage(
  database: Database,
  { tenant, searchLanguage }: LanguageChange,
): Promise<Tenant> {
  const known = (await database.sql(listLanguages, [])).map(({ name }) => name);
  if (searchLanguage !== null && !known.includes(searchLanguage)) {
    throw new AdministrationError(
      `"${searchLanguage}" is not a language of this PostgreSQL server. The languages are: ${known.join(', ')}`,
    );
  }
  return changeTenant(database, tenant, { settings: () => ({ searchLanguage }) });
}

/** Installations can have configurations of their own. The configuration `simple` is always used and is no language. */
const listLanguages = statement<{ name: string }>(
  'list-search-languages',
  `select cfgname::text as name from pg_ts_config
   where pg_ts_config_is_visible(oid) and cfgname <> 'simple' order by name`,
);
