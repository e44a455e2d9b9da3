import { runCommand } from './run-command.js';

const { env: environment, stdout, stderr } = process;
const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await runCommand(name, { args, environment, stdout, stderr });
