import {
  createTenant,
  defaultSizes,
  limitNames,
  limitsOf,
  listTenants,
  normalizeStoredAddresses,
  setTenantCountry,
  setTenantLanguage,
  setTenantLimit,
  setTenantPlan,
  setTenantTimeZone,
} from '@parley/core/administration';
import type { Tenant } from '@parley/database';
import { UsageError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { describeNormalized } from './describe-normalized.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { readPlan, readRequestsPerMinute, refuseSurplus } from './read-options.js';
import { retention, retentionHelp } from './retention.js';
import { deleteTenant, exportTenant, handoverHelp, importTenant } from './tenant-handover.js';

export const command: Command = {
  help: `Creates, lists, exports, imports and deletes tenants, and changes their plan, limits, retention,
country, language and time zone.

  npm run tenant -- create <slug> [--name "Acme"] [--plan free] [--requests-per-minute 2000]
                                       [--country DE]
  npm run tenant -- list
  npm run tenant -- set-plan <slug> <plan> [--requests-per-minute 2000]
  npm run tenant -- set-limit <slug> <limit> <number>
  npm run tenant -- set-country <slug> <country>
  npm run tenant -- set-language <slug> <language>
  npm run tenant -- set-time-zone <slug> <zone>
  npm run tenant -- retention <slug>|--all [<kind> <days>]

  Plans: free, hobby, pro, ultra, enterprise. --requests-per-minute overrides the plan's limit;
  the enterprise plan has no default, so it requires this option.

  A limit is one of those that GET /v3/workspace shows:
    ${limitNames.join('\n    ')}
  set-limit sets it for one tenant, regardless of its plan; "plan" instead of a number restores the limit of the plan.
  The number is at most 1,000,000,000; for storedBytes it is at most 1 PiB (1125899906842624).
  A change takes effect within seconds.

  The country is an ISO 3166-1 code such as DE. Phone numbers in national form are read as numbers of
  this country; "none" removes it. Setting it also converts the stored numbers to E.164 form.

  The language is a configuration of PostgreSQL's text search, such as english or german. Searches of
  messages then find other forms of a word; "none" removes it. The worker stores the words of all
  messages again, and searches by words take longer until it has finished.

  The time zone is an IANA name such as Europe/Berlin. Local times of the workspace are read in it; the default is UTC.

${retentionHelp}

${handoverHelp}

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {
    name: { type: 'string' },
    plan: { type: 'string', default: 'free' },
    'requests-per-minute': { type: 'string' },
    country: { type: 'string' },
    all: { type: 'boolean' },
    to: { type: 'string' },
    confirm: { type: 'string' },
  },
  run: chooseAction({
    create,
    list,
    'set-plan': setPlan,
    'set-limit': setLimit,
    'set-country': setCountry,
    'set-language': setLanguage,
    'set-time-zone': setTimeZone,
    retention,
    export: exportTenant,
    import: importTenant,
    delete: deleteTenant,
  }),
};

async function create(line: CommandLine): Promise<string> {
  const [slug = '', ...rest] = line.words;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug) || rest.length > 0) {
    throw new UsageError('Name one new tenant by its slug: lower-case letters, digits and hyphens.');
  }
  const plan = readPlan(line.options.plan ?? '');
  const requestsPerMinute = readRequestsPerMinute(line);
  const name = line.options.name || slug;
  const defaultCountry = line.options.country?.toUpperCase() ?? null;
  return withTarget(line.environment, async (database) => {
    const created = await createTenant(database, { slug, name, plan, requestsPerMinute, defaultCountry });
    return `${describe([created])}\n\nSigning secret for the calls of its automations, shown only now: ${created.signingSecret}`;
  });
}

async function list(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  return withTarget(line.environment, async (database) => describe(await listTenants(database)));
}

async function setPlan(line: CommandLine): Promise<string> {
  const [slug, planName, ...rest] = line.words;
  if (slug === undefined || planName === undefined || rest.length > 0) {
    throw new UsageError('Name the tenant and its new plan, as in: set-plan demo ultra');
  }
  const plan = readPlan(planName);
  const requestsPerMinute = readRequestsPerMinute(line);
  return withTarget(line.environment, async (database) =>
    describe([await setTenantPlan(database, { tenant: slug, plan, requestsPerMinute })]),
  );
}

async function setLimit(line: CommandLine): Promise<string> {
  const [slug, limit, number, ...rest] = line.words;
  if (slug === undefined || limit === undefined || number === undefined || rest.length > 0) {
    throw new UsageError('Name the tenant, the limit and its number, as in: set-limit demo automations 50');
  }
  if (number !== 'plan' && !/^\d{1,16}$/.test(number)) {
    throw new UsageError(`A limit must be a whole number or "plan", not "${number}".`);
  }
  const value = number === 'plan' ? null : Number(number);
  return withTarget(line.environment, async (database) => {
    const changed = await setTenantLimit(database, { tenant: slug, limit, value });
    const limits = Object.entries(limitsOf(changed)).map(([name, present]) => ({ name, present }));
    return printTable(limits, { limit: ({ name }) => name, number: ({ present }) => String(present) });
  });
}

async function setCountry(line: CommandLine): Promise<string> {
  const [slug, country, ...rest] = line.words;
  if (slug === undefined || country === undefined || rest.length > 0) {
    throw new UsageError('Name the tenant and its country, as in: set-country demo DE');
  }
  const defaultCountry = country.toLowerCase() === 'none' ? null : country.toUpperCase();
  return withTarget(line.environment, async (database) => {
    const tenant = await setTenantCountry(database, { tenant: slug, defaultCountry });
    const normalized = describeNormalized(await normalizeStoredAddresses(database, defaultSizes, tenant.id));
    return [describe([tenant]), ...normalized].join('\n');
  });
}

async function setLanguage(line: CommandLine): Promise<string> {
  const [slug, language, ...rest] = line.words;
  if (slug === undefined || language === undefined || rest.length > 0) {
    throw new UsageError('Name the tenant and its language, as in: set-language demo german');
  }
  const name = language.toLowerCase();
  const searchLanguage = name === 'none' ? null : name;
  return withTarget(line.environment, async (database) =>
    describe([await setTenantLanguage(database, { tenant: slug, searchLanguage })]),
  );
}

async function setTimeZone(line: CommandLine): Promise<string> {
  const [slug, timeZone, ...rest] = line.words;
  if (slug === undefined || timeZone === undefined || rest.length > 0) {
    throw new UsageError('Name the tenant and its time zone, as in: set-time-zone demo Europe/Berlin');
  }
  return withTarget(line.environment, async (database) => {
    const tenant = await setTenantTimeZone(database, { tenant: slug, timeZone });
    return `The time zone of ${tenant.slug} is ${tenant.timeZone}.`;
  });
}

function describe(tenants: Tenant[]): string {
  return printTable(tenants, {
    slug: ({ slug }) => slug,
    name: ({ name }) => name,
    plan: ({ plan }) => plan,
    'requests/min': ({ requestsPerMinute }) =>
      requestsPerMinute === null ? 'of the plan' : String(requestsPerMinute),
    country: ({ defaultCountry }) => defaultCountry ?? 'none',
    language: ({ searchLanguage }) => searchLanguage ?? 'none',
    id: ({ id }) => id,
  });
}
