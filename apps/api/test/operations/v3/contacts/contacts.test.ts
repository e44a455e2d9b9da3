import { describe } from '@jest/globals';
import { describeContactLabels } from './labels.js';
import { describeContactMetadata } from './metadata.js';
import { describeContactSearch } from './search.js';
import { describeContactUpsert } from './upsert.js';
import { describeContactWrites } from './write.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('contact labels', describeContactLabels);
describe('contact search', describeContactSearch);
describe('contact upsert', describeContactUpsert);
describe('contact writes', describeContactWrites);
describe('contact metadata', describeContactMetadata);
