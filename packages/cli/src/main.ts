#!/usr/bin/env node
import { runProgram } from './run-program.js';

process.exitCode = await runProgram(process.argv.slice(2), process);
