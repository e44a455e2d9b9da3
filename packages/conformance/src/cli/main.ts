#!/usr/bin/env node
import { runProgram } from './run-program.js';

const { env, stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), { env, stdout, stderr });
