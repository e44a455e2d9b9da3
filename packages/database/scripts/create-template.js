import { createTemplate } from '../dist/src/local/create-template.js';

try {
  await createTemplate();
} catch (error) {
  // A build needs no PostgreSQL. Without a template the first start takes longer, and says what is wrong if it fails too.
  console.log(
    `The first start will do without a template: ${error instanceof Error ? error.message : error}`,
  );
}
// Idle connections of the migrations would keep the process for ten seconds more.
process.exit();
