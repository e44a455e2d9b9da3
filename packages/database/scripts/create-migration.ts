import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '../src/local/start-local-postgres.js';
import { migrationsFolder } from '../src/read-migrations.js';
import { runMigrations } from '../src/run-migrations.js';
import { diffToSchema } from './schema-engine/check-schema.js';

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name what the migration does, in snake_case: npm run migration -- add_chat_priority');
  process.exit(2);
}

const script = await diffOnFreshServer();
if (script === '') {
  console.log('The migrations already match schema.prisma; nothing was written.');
} else {
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder(), `${timestamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), script);
  console.log(`Written: ${join(folder, 'migration.sql')}. Read it before you commit it.`);
}

async function diffOnFreshServer(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-migration-'));
  const postgres = await startLocalPostgres({ dataDir });
  try {
    await runMigrations(postgres.url);
    return await diffToSchema(postgres.url);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
