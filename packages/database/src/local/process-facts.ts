import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { platform } from 'node:process';
import { promisify } from 'node:util';

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Does nothing where the process has ended meanwhile. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** Whether the process is a PostgreSQL server of the folder; a pid in an old file can belong to another program. */
export async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (platform === 'linux') {
    const [directory, command] = await Promise.all([workingDirectory(pid), commandLine(pid)]);
    return directory === folder || command.includes(folder);
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(folder);
}

/** Finds server processes that outlived their postmaster; they run with the folder as their working directory. */
export async function processesIn(folder: string): Promise<number[]> {
  if (platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter(Number.isSafeInteger);
  const directories = await Promise.all(pids.map(workingDirectory));
  return pids.filter((_, index) => directories[index] === folder);
}

function workingDirectory(pid: number): Promise<string> {
  return readlink(`/proc/${pid}/cwd`).catch(() => '');
}

function commandLine(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
