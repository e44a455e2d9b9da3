import { v2Document, v3Document } from '@parley/contract/documents';
import { v2, v3 } from '@parley/contract/operations';
import { generateRequests } from './generator/generate-requests.js';

await generateRequests(new URL('./', import.meta.url), {
  v3: { document: v3Document, operations: Object.values(v3.operations) },
  v2: { document: v2Document, operations: Object.values(v2.operations) },
});
