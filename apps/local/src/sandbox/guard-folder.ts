import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GuardedFolder {
  readonly path: string;
  /** Removes the folder and ends its guard. */
  remove(): Promise<void>;
}

/**
 * Creates a folder that goes with this process, even if that is killed: another process waits for the end of a pipe to this
 * one, and then ends PostgreSQL and removes the folder. PostgreSQL itself does not notice the end of its parent.
 */
export async function createGuardedFolder(): Promise<GuardedFolder> {
  const path = await mkdtemp(join(tmpdir(), 'parley-sandbox-'));
  // PostgreSQL does not run as root, and another user has to reach its folder in this one, as in many containers of a CI.
  if (process.getuid?.() === 0) await chmod(path, 0o711);
  // It has a session of its own, so that it survives when a whole process group is killed.
  const guard = spawn('/bin/sh', ['-c', watch, 'parley-sandbox-guard', path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guard, 'exit');
  guard.unref();
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 10 });
      guard.stdin.end();
      await ended;
    },
  };
}

/**
 * The pid file is read only at the end, because a killed server is started again with another pid. A program that was just
 * starting can still write files, so the removal is repeated.
 */
const watch = `
read -r _
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  pid=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null)
  if [ -n "$pid" ]; then
    kill -QUIT "$pid" 2>/dev/null
    for wait in 1 2 3 4 5 6 7 8 9 10; do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.2
    done
    kill -KILL "$pid" 2>/dev/null
  fi
  rm -rf "$1" 2>/dev/null
  [ -e "$1" ] || exit 0
  sleep 0.3
done`;
