import { join } from 'node:path';
import { CommandError } from '../command-error.js';
import { configFolder, readPrivateFile, writePrivateFile } from './private-file.js';

/** What `parley login` keeps. Each installation has its own token, so that none is ever sent to another one. */
export interface Credentials {
  /** The URL of the last login. */
  readonly url: string | undefined;
  readonly tokens: Readonly<Record<string, string>>;
}

export function credentialsPath(env: Readonly<NodeJS.ProcessEnv>): string {
  return join(configFolder(env), 'credentials.json');
}

export async function readCredentials(env: Readonly<NodeJS.ProcessEnv>): Promise<Credentials> {
  const path = credentialsPath(env);
  const text = await readPrivateFile(path);
  if (text === undefined) return { url: undefined, tokens: {} };
  try {
    return parseCredentials(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} is damaged. Delete it, and log in again.`, 1);
  }
}

export async function writeCredentials(
  env: Readonly<NodeJS.ProcessEnv>,
  credentials: Credentials,
): Promise<void> {
  await writePrivateFile(credentialsPath(env), `${JSON.stringify(credentials, null, 2)}\n`);
}

function parseCredentials(value: unknown): Credentials {
  const { url, tokens } = Object(value);
  if (url !== undefined && typeof url !== 'string') throw new TypeError('url');
  const entries = Object.entries(Object(tokens)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { url, tokens: Object.fromEntries(entries) };
}
