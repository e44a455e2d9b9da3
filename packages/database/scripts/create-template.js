import { createTemplate } from '../dist/src/local/create-template.js';
import { NoPostgresError } from '../dist/src/local/postgres-binaries.js';

const [folder] = process.argv.slice(2);
const consequence = 'The template was not created, so the first start will take longer';

try {
  await createTemplate(folder);
} catch (error) {
  const reason = error instanceof Error ? error.message : error;
  console.error(`${consequence}: ${reason}`);
  // On a machine without PostgreSQL the build succeeds without a template. Any other error fails this task, so that
  // turbo does not cache it as a success; the commands that run the build continue without the template.
  process.exitCode = error instanceof NoPostgresError ? 0 : 1;
}
// Idle connections of the migrations would keep the process alive for ten more seconds.
process.exit();
