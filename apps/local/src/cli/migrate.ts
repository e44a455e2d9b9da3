import { normalizeAddressesOnce } from '@parley/core/administration';
import { openDatabase, refuseUnlessMigrated, runMigrations } from '@parley/database';
import { describeNormalized } from './describe-normalized.js';
import { findDatabaseUrl, refuseUnreachable } from './open-target.js';
import { refuseSurplus } from './read-options.js';
import { type Command, runCommand } from './run-command.js';

const migrate: Command = {
  help: `Migrates the database to this release, and prints the migrations that it applied.

  npm run migrate
  npm run migrate -- check     applies nothing; fails when something is missing

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {},
  async run({ words, environment }) {
    const isCheck = words[0] === 'check';
    refuseSurplus(words.slice(isCheck ? 1 : 0));
    const url = await findDatabaseUrl(environment);
    return isCheck ? check(url) : apply(url);
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

async function apply(url: string): Promise<string> {
  const applied = await runMigrations(url).catch(refuseUnreachable);
  const done = [...applied.map((name) => `Applied ${name}`), ...(await migrateData(url))];
  return done.length === 0 ? 'Up to date.' : done.join('\n');
}

/** Changes of stored data that SQL cannot make. */
async function migrateData(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    return describeNormalized(await normalizeAddressesOnce(database));
  } finally {
    await database.close();
  }
}
