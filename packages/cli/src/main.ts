#!/usr/bin/env node
import { pause } from './frame/pause.js';
import { untilInterrupted } from './frame/until-interrupted.js';
import { runProgram } from './run-program.js';

const { env, stdout } = process;
stdout.on('error', endWithReader);
const surroundings = { env, cwd: process.cwd(), streams: process, untilInterrupted, pause };
process.exitCode = await runProgram(process.argv.slice(2), surroundings);

/** `parley events tail | head` closes the pipe, which is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}
