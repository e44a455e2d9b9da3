import { createClient, type ParleyClient } from '@parley/client';
import { CommandError } from '../command-error.js';
import type { Surroundings } from '../frame/command.js';
import { readCredentials } from './credentials.js';

/** The service and the workspace that a command works with. */
export interface Session {
  readonly url: string;
  readonly token: string;
  readonly client: ParleyClient;
}

export interface SessionInput extends Pick<Surroundings, 'env' | 'streams'> {
  readonly url: string | undefined;
}

export const defaultUrl = 'http://localhost:3000';

/** `--url` wins over the environment, and the environment over the last login. */
export async function openSession({ url, env, streams }: SessionInput): Promise<Session> {
  const credentials = await readCredentials(env);
  const root = normalizeUrl(url ?? (env.PARLEY_URL || (credentials.url ?? defaultUrl)));
  const token = env.PARLEY_TOKEN || credentials.tokens[root];
  if (token === undefined)
    throw new CommandError(
      `You are not logged in to ${root}.\nRun npx parley login --url ${root}, or set PARLEY_TOKEN.`,
      1,
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new CommandError(
      'The token must be text without "Bearer " and spaces. Log in again, or set PARLEY_TOKEN.',
    );
  return createSession(root, token, streams);
}

export function createSession(url: string, token: string, { stderr }: Surroundings['streams']): Session {
  const warn = (message: string) => void stderr.write(`${message}\n`);
  return { url, token, client: createClient({ baseUrl: url, token, warn }) };
}

/** One spelling for each installation: without a trailing slash, and without the version. */
export function normalizeUrl(url: string): string {
  if (!/^https?:\/\/[^@?#]+$/.test(url) || !URL.canParse(url))
    throw new CommandError('The URL must be like https://api.example.com, without user, password and query.');
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v3$/, '')}`;
}
