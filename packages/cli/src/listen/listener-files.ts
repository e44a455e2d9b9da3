import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Position } from '../events/follow-events.js';
import { configFolder, readPrivateFile, writePrivateFile } from '../session/private-file.js';

/** What `parley listen` keeps: a position for each receiver, and a secret for each workspace. */
export interface ListenerFiles {
  readonly lockPath: string;
  readPosition(): Promise<Position | undefined>;
  writePosition(position: Position): Promise<void>;
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
      return parsePosition(await readPrivateFile(positionPath));
    },
    async writePosition(position) {
      await writePrivateFile(positionPath, JSON.stringify({ forwardTo, ...position }));
    },
    async openSecret() {
      const kept = (await readPrivateFile(secretPath))?.trim();
      if (kept) return { secret: kept, isNew: false };
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      await writePrivateFile(secretPath, `${secret}\n`);
      return { secret, isNew: true };
    },
  };
}

/** A file that cannot be read is an error and not a new beginning, which would lose events. */
function parsePosition(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined;
  const { since, cursor, handled } = Object(JSON.parse(text));
  if (typeof since !== 'string' || !Array.isArray(handled)) throw new TypeError('The position is damaged.');
  return { since, cursor: typeof cursor === 'string' ? cursor : undefined, handled: handled.map(String) };
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
