#!/usr/bin/env node
import { runProgram } from './run-program.js';

const { env, stdout, stderr } = process;
process.exitCode = await runProgram({ args: process.argv.slice(2), env, stdout, stderr });
