import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

export function runTurbo(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable>;
