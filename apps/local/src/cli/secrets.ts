import {
  countPlainRows,
  defaultSizes,
  listKeyUses,
  rewrapKeys,
  sealStoredSecrets,
} from '@parley/core/administration';
import {
  addLocalEncryptionKey,
  createEncryptionKey,
  encryptionKeyFile,
  formatEncryptionKey,
} from '@parley/database';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { dataDirOf, type Environment, withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus } from './read-options.js';

export const command: Command = {
  help: `Manages the encryption keys, which wrap the data keys that seal the secrets in the database.

  npm run secrets -- status
  npm run secrets -- new-key
  npm run secrets -- rotate
  npm run secrets -- seal

  status   shows how many data keys each encryption key wraps, and how many rows are not sealed yet
  new-key  adds a key to DATA_DIR/encryption-keys, or prints the value to set for ENCRYPTION_KEYS
  rotate   wraps all data keys with the newest encryption key, while the service runs; run it when every process
           has the new key. Then an older key that wraps nothing can be removed
  seal     seals the secrets that a process of an older release has stored since npm run migrate

Works on the database of the running local service, or on DATABASE_URL with ENCRYPTION_KEYS.`,
  options: {},
  run: chooseAction({ status, 'new-key': addKey, rotate, seal }),
};

function status(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  return withTarget(line.environment, async (database) => {
    const newest = await database.keys.currentKeyId();
    const uses = await listKeyUses(database);
    const isUnused = uses.every(({ wrappingKeyId }) => wrappingKeyId !== newest);
    const rows = isUnused ? [{ wrappingKeyId: newest, dataKeys: 0, fileUrlKeys: 0 }, ...uses] : uses;
    const table = printTable(rows, {
      key: ({ wrappingKeyId }) => wrappingKeyId,
      use: ({ wrappingKeyId }) => (wrappingKeyId === newest ? 'wraps new keys' : 'older'),
      'data keys': ({ dataKeys }) => String(dataKeys),
      'keys of file URLs': ({ fileUrlKeys }) => String(fileUrlKeys),
    });
    const plain = await countPlainRows(database);
    return plain === 0
      ? table
      : `${table}\n\nSecrets that are not sealed yet (rows: ${plain}): npm run secrets -- seal`;
  });
}

function rotate(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  return withTarget(line.environment, async (database) => {
    const { keyId, dataKeys, fileUrlKeys } = await rewrapKeys(database, defaultSizes);
    return `Wrapped ${dataKeys} data keys and ${fileUrlKeys} keys of file URLs with the key "${keyId}".`;
  });
}

function seal(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  return withTarget(line.environment, async (database) => {
    const rows = await sealStoredSecrets(database, defaultSizes);
    return rows === 0 ? 'Every secret is sealed.' : `Sealed the secrets of older releases (rows: ${rows}).`;
  });
}

async function addKey({ words, environment }: CommandLine): Promise<string> {
  refuseSurplus(words);
  if (environment.DATABASE_URL || environment.ENCRYPTION_KEYS) return explainVariable(environment);
  const dataDir = dataDirOf(environment);
  const [newest] = await addLocalEncryptionKey(dataDir);
  return `Added the key "${newest?.id}" to ${encryptionKeyFile(dataDir)}. Use it with: npm run secrets -- rotate`;
}

/** The current keys are not printed; the shell inserts them. */
function explainVariable({ ENCRYPTION_KEYS: present }: Environment): string {
  const created = formatEncryptionKey(createEncryptionKey());
  return [
    'Set this for every process and for the commands, and keep a copy where the backups of the database are not:',
    '',
    `ENCRYPTION_KEYS="${created}${present ? ',$ENCRYPTION_KEYS' : ''}"`,
    ...(present
      ? [
          '',
          'Restart the processes one after another. Then wrap all data keys with: npm run secrets -- rotate',
        ]
      : []),
  ].join('\n');
}
