import { normalizeAddressesOnce, sealStoredSecrets } from '@parley/core/administration';
import { type KeyWrapper, openDatabase, refuseUnlessMigrated, runMigrations } from '@parley/database';
import { describeNormalized } from './describe-normalized.js';
import { findDatabaseUrl, findKeys, refuseUnreachable } from './open-target.js';
import { refuseSurplus } from './read-options.js';
import { type Command, runCommand } from './run-command.js';

const migrate: Command = {
  help: `Migrates the database to this release, and prints the migrations that it applied.

  npm run migrate
  npm run migrate -- check     applies nothing; fails when something is missing

Then it seals the secrets that older releases stored, with ENCRYPTION_KEYS. First stop all processes of a
release without sealed secrets, because they cannot read sealed secrets.

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {},
  async run({ words, environment }) {
    const isCheck = words[0] === 'check';
    refuseSurplus(words.slice(isCheck ? 1 : 0));
    const url = await findDatabaseUrl(environment);
    return isCheck ? check(url) : apply(url, findKeys(environment));
  },
};

await runCommand(migrate);

async function check(url: string): Promise<string> {
  try {
    await refuseUnlessMigrated(url);
  } catch (error) {
    refuseUnreachable(error);
  }
  return '';
}

async function apply(url: string, keys: KeyWrapper): Promise<string> {
  const applied = await runMigrations(url).catch(refuseUnreachable);
  const done = [...applied.map((name) => `Applied ${name}`), ...(await migrateData(url, keys))];
  return done.length === 0 ? 'Up to date.' : done.join('\n');
}

/** Changes of stored data that SQL cannot make. */
async function migrateData(url: string, keys: KeyWrapper): Promise<string[]> {
  const database = openDatabase({ url, keys, poolSize: 1 });
  try {
    const normalized = describeNormalized(await normalizeAddressesOnce(database));
    const sealed = await sealStoredSecrets(database);
    return [
      ...normalized,
      ...(sealed > 0 ? [`Sealed the secrets of older releases (rows: ${sealed}).`] : []),
    ];
  } finally {
    await database.close();
  }
}
