import {
  createSecret,
  maxSigningKeys,
  removeSigningKey,
  rotateSigningKey,
  type SigningKey,
} from '@parley/api/signing-keys';
import { CommandError, UsageError } from '../command-error.js';
import type { CommandLine } from './command.js';
import { findSigningKeys, type KeyFileSource, readKeys } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus } from './read-options.js';

/** Creates a key that signs all new tokens. */
export async function rotateSigning(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  const source = findSigningKeys(line.environment);
  if ('variable' in source) return explainVariable(source.variable);
  const { length } = await readKeys(source);
  if (length >= maxSigningKeys)
    throw new CommandError(`There are ${length} signing keys already: remove one with remove-signing first.`);
  const keys = await rotateSigningKey(source.file, new Date());
  return [
    describe(keys),
    '',
    'Running processes use it within ten seconds. Older keys verify their tokens until you remove them:',
    'npm run key -- remove-signing <kid>',
  ].join('\n');
}

export async function listSigning(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  return describe(await readKeys(requireFile(line)));
}

/** Removes a key, which invalidates its tokens. The key that signs must be replaced first. */
export async function removeSigning(line: CommandLine): Promise<string> {
  const [id, ...rest] = line.words;
  if (id === undefined || rest.length > 0)
    throw new UsageError('Name one signing key by its kid; see: key list-signing');
  const source = requireFile(line);
  const [newest, ...older] = await readKeys(source);
  if (newest?.id === id)
    throw new CommandError(`The key "${id}" signs new tokens: create another with rotate-signing first.`);
  if (!older.some((key) => key.id === id)) throw new CommandError(`There is no signing key "${id}".`);
  return describe(await removeSigningKey(source.file, id));
}

function requireFile({ environment }: CommandLine): KeyFileSource {
  const source = findSigningKeys(environment);
  if ('file' in source) return source;
  throw new CommandError(`The signing keys are in ${source.variable}, which this command cannot change.`);
}

/** The current secrets are not printed; the shell inserts them. */
function explainVariable(variable: string): string {
  return [
    `The signing keys are in ${variable}, which this command cannot change. Set this instead, for every API process,`,
    'and restart them one after another. Then create new tokens with it:',
    '',
    ...(variable === 'JWT_SECRETS' ? [] : [`unset ${variable}, and`]),
    `JWT_SECRETS="${createSecret()},$${variable}"`,
    '',
    'The first secret signs. The others verify the tokens that they have signed, until you remove them.',
  ].join('\n');
}

function describe(keys: readonly SigningKey[]): string {
  return printTable(
    keys.map((key, index) => ({ ...key, isNewest: index === 0 })),
    {
      kid: ({ id }) => id,
      use: ({ isNewest }) => (isNewest ? 'signs new tokens' : 'verifies older tokens'),
      created: ({ createdAt }) => createdAt ?? 'unknown',
    },
  );
}
