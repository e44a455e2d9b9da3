import { defaultSizes, normalizeAddressesOnce, sealStoredSecrets } from '@parley/core/administration';
import {
  diagnoseMigrations,
  type KeyWrapper,
  listContractSteps,
  openDatabase,
  refuseUnlessMigrated,
  resolveMigration,
  runContractSteps,
} from '@parley/database';
import { UsageError } from '../command-error.js';
import { findOwner, migrateAsOwner, type Owner } from '../owner-database.js';
import type { Command, CommandLine } from './command.js';
import { describeNormalized } from './describe-normalized.js';
import { type Environment, findDatabaseUrl, findKeys, refuseUnreachable } from './open-target.js';
import { refuseSurplus, requireOption } from './read-options.js';
import { describeRowSecurity, runRowSecurity } from './row-security.js';

export const command: Command = {
  help: `Migrates the database to this release, and prints the migrations that it applied.

  npm run migrate
  npm run migrate -- check
  npm run migrate -- status
  npm run migrate -- contract
  npm run migrate -- resolve <name> --as applied|rolled-back
  npm run migrate -- row-security on|off|status [--force]

  check     applies nothing; fails when something is missing
  status    lists what is applied, what is pending, and what differs from this release
  contract  removes what only the previous release used, such as old indexes. Run it when every process of that
            release has stopped and you will not go back to it; the next release does it otherwise
  resolve   records the end of a migration that was begun but not completed
  row-security
            creates or removes policies by which a transaction sees only the rows of its tenant. First restart every
            process with DATABASE_ROW_SECURITY=ready: it refuses while a process with "off" is connected, unless
            --force is given. See docs/operations/row-security.md

Each migration is one transaction, so a failed migration is rolled back. It waits for locks only for a moment at a time,
and is retried for two minutes. The service can run meanwhile.

Then the command seals the secrets that older releases stored, with ENCRYPTION_KEYS. First stop all processes of a
release without sealed secrets, because they cannot read sealed secrets.

Works on the database of the running local service, or on DATABASE_URL.

  DATABASE_ADMIN_URL   the URL of the role that owns the tables; the default is DATABASE_DIRECT_URL, then DATABASE_URL
  DATABASE_ROLE        the role of the API and the workers, which gets every right that they need and owns nothing;
                       with DATABASE_ADMIN_URL or DATABASE_DIRECT_URL the default is the user of DATABASE_URL

See docs/operations/postgresql.md.`,
  options: { as: { type: 'string' }, force: { type: 'boolean' } },
  async run(line) {
    const [action, ...words] = line.words;
    const { environment, report } = line;
    switch (action) {
      case undefined:
        return apply(line);
      case 'check':
        refuseSurplus(words);
        return check(await findDatabaseUrl(environment));
      case 'status':
        refuseSurplus(words);
        return describeStatus((await ownerOf(environment)).url);
      case 'contract':
        refuseSurplus(words);
        return contract(await ownerOf(environment), report);
      case 'resolve':
        return resolve((await ownerOf(environment)).url, { ...line, words });
      case 'row-security':
        return runRowSecurity({
          ...(await ownerOf(environment)),
          words,
          report,
          isForced: line.options.force !== undefined,
        });
      default:
        throw new UsageError(`Unexpected "${action}".`);
    }
  },
};

async function check(url: string): Promise<string> {
  try {
    await refuseUnlessMigrated(url);
  } catch (error) {
    refuseUnreachable(error);
  }
  return '';
}

async function apply({ environment, report }: CommandLine): Promise<string> {
  const owner = await ownerOf(environment);
  const { applied, notes } = await migrateAsOwner(owner, environment, report).catch(refuseUnreachable);
  const migrated = await migrateData(owner.url, findKeys(environment));
  const done = [...applied.map((name) => `Applied ${name}`), ...migrated, ...notes];
  return done.length === 0 ? 'Up to date.' : done.join('\n');
}

async function contract({ url, variable }: Owner, report: CommandLine['report']): Promise<string> {
  const done = await runContractSteps(url, { variable, report }).catch(refuseUnreachable);
  return done.length === 0
    ? 'Nothing to remove.'
    : done.map((name) => `Removed what only the release before ${name} used`).join('\n');
}

async function ownerOf(environment: Environment): Promise<Owner> {
  return findOwner(environment) ?? { url: await findDatabaseUrl(environment), variable: 'DATABASE_URL' };
}

async function describeStatus(url: string): Promise<string> {
  const { applied, pending, failed, edited, unknown } =
    await diagnoseMigrations(url).catch(refuseUnreachable);
  const notes: readonly [readonly string[], string][] = [
    [pending, 'pending: apply it with npm run migrate'],
    [failed, 'begun and not completed: npm run migrate -- resolve'],
    [edited, 'applied, but its SQL differs from that of this release'],
    [unknown, 'applied by a newer release'],
  ];
  const differences = notes.flatMap(([names, note]) => names.map((name) => `${name}  ${note}`));
  const waiting = (await listContractSteps(url)).map(
    (name) => `${name}  has a contract step: run npm run migrate -- contract after the rollout`,
  );
  const newest = applied.at(-1);
  return [
    `Applied: ${applied.length}${newest === undefined ? '' : `, the newest is ${newest}`}.`,
    ...(differences.length === 0
      ? ['The database has exactly the migrations of this release.']
      : differences),
    ...waiting,
    ...(applied.length === 0 ? [] : [await describeRowSecurity(url)]),
  ].join('\n');
}

async function resolve(url: string, line: CommandLine): Promise<string> {
  const [name, ...surplus] = line.words;
  if (name === undefined) throw new UsageError('Name the migration.');
  refuseSurplus(surplus);
  const resolution = requireOption(line, 'as');
  if (resolution !== 'applied' && resolution !== 'rolled-back') {
    throw new UsageError(`--as must be applied or rolled-back, not "${resolution}".`);
  }
  await resolveMigration(url, name, resolution).catch(refuseUnreachable);
  return `Recorded ${name} as ${resolution}.`;
}

/** Changes of stored data that SQL cannot make. */
async function migrateData(url: string, keys: KeyWrapper): Promise<string[]> {
  const database = openDatabase({ url, keys, poolSize: 1 });
  try {
    const normalized = describeNormalized(await normalizeAddressesOnce(database, defaultSizes));
    const sealed = await sealStoredSecrets(database, defaultSizes);
    return [
      ...normalized,
      ...(sealed > 0 ? [`Sealed the secrets of older releases (rows: ${sealed}).`] : []),
    ];
  } finally {
    await database.close();
  }
}
