import { describe } from '@jest/globals';
import { describeMessages } from './messages.js';

describe('messages', describeMessages);
