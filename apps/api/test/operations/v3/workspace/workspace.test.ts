import { describe } from '@jest/globals';
import { describeAttributes } from './attributes.js';
import { describeChannels } from './channels.js';
import { describeLabels } from './labels.js';
import { describeLimits } from './limits.js';
import { describeScopesOfReferences } from './scopes-of-references.js';
import { describeWorkspace } from './workspace.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('workspace', describeWorkspace);
describe('limits', describeLimits);
describe('scopes of references', describeScopesOfReferences);
describe('labels', describeLabels);
describe('attributes', describeAttributes);
describe('channels', describeChannels);
