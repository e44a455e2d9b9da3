import { createTenant, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { describeContactsCommand } from './contacts-command.js';
import { describeKeyCommand } from './key-command.js';
import { callCommand } from './support/call-command.js';
import type { CommandStage } from './support/command-stage.js';
import { describeTenantCommand } from './tenant-command.js';
import { describeTokenCommand } from './token-command.js';

const target = useTestDatabase();
const environment = useResource(async () => {
  await createTenant(target.database, { slug: 'acme', name: 'Acme', plan: 'pro' });
  return { DATABASE_URL: target.url, JWT_SECRET: testSecret, ENCRYPTION_KEYS: testEncryptionKeys };
});

const stage: CommandStage = {
  database: target.database,
  get url() {
    return target.url;
  },
  environment,
  run: (program, ...args) => callCommand(program, args, environment),
};

describeTokenCommand(stage);
describeTenantCommand(stage);
describeKeyCommand(stage);
describeContactsCommand(stage);
