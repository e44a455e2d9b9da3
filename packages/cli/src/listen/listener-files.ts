import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CommandError } from '../command-error.js';
import {
  configFolder,
  createPrivateFile,
  readPrivateFile,
  writePrivateFile,
} from '../session/private-file.js';

/** What `parley listen` keeps: a position for each receiver, and a secret for each workspace. */
export interface ListenerFiles {
  readonly lockPath: string;
  /** Returns the cursor of the last acknowledged event; undefined if there was no run before. */
  readPosition(): Promise<string | undefined>;
  writePosition(cursor: string): Promise<void>;
  /** Returns the secret, and whether it was created now. */
  openSecret(): Promise<{ readonly secret: string; readonly isNew: boolean }>;
}

export interface Listener {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly url: string;
  readonly workspaceId: string;
  readonly forwardTo: string;
}

export function openListenerFiles({ env, url, workspaceId, forwardTo }: Listener): ListenerFiles {
  const folder = join(configFolder(env), 'listen');
  const positionPath = join(folder, `${hash(url, workspaceId, forwardTo)}.json`);
  const secretPath = join(folder, `${hash(url, workspaceId)}.secret`);
  return {
    lockPath: positionPath.replace(/json$/, 'lock'),
    async readPosition() {
      const text = await readPrivateFile(positionPath);
      return text === undefined ? undefined : parsePosition(text, positionPath);
    },
    async writePosition(cursor) {
      await writePrivateFile(positionPath, JSON.stringify({ forwardTo, cursor }));
    },
    async openSecret() {
      // The secret is printed by one command and used by another, which may start at the same time.
      const created = `whsec_${randomBytes(32).toString('base64')}`;
      const isNew = await createPrivateFile(secretPath, `${created}\n`);
      const secret = isNew ? created : (await readPrivateFile(secretPath))?.trim();
      if (!secret)
        throw new CommandError(`${secretPath} is damaged. Delete it, and run the command again.`, 1);
      return { secret, isNew };
    },
  };
}

/** A file that cannot be read is an error and not a new beginning, which would lose events. */
function parsePosition(text: string, path: string): string {
  try {
    const { cursor } = Object(JSON.parse(text));
    if (typeof cursor !== 'string') throw new TypeError('cursor');
    return cursor;
  } catch {
    throw new CommandError(`${path} is damaged. Use --from-now to begin with the next event.`, 1);
  }
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
