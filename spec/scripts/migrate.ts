import { runCommand } from './contract-error.js';
import { writeMigration } from './write-migration.js';

await runCommand(writeMigration);
