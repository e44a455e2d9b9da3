import { createTemplate } from '../dist/src/local/create-template.js';

try {
  await createTemplate();
} catch (error) {
  // A build needs no PostgreSQL. Without a template the first start takes longer; if it fails too, it says why.
  console.log(`The first start will have no template: ${error instanceof Error ? error.message : error}`);
}
// Idle connections of the migrations would keep the process alive for ten more seconds.
process.exit();
