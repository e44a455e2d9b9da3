import { generateContract } from './generator/generate-contract.js';

await generateContract(new URL('./', import.meta.url));
