import { describe } from '@jest/globals';
import { describeChatHandling } from './handling.js';
import { describeChatReadsAndDeletions } from './read-and-delete.js';
import { describeChatSearch } from './search.js';
import { describeChatStatus } from './status.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('chat reads and deletions', describeChatReadsAndDeletions);
describe('chat search', describeChatSearch);
describe('chat status', describeChatStatus);
describe('chat handling', describeChatHandling);
