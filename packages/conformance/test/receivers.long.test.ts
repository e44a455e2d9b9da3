import { v3Document } from '@parley/contract/documents';
import { describeDefects } from './receivers/describe-defects.js';

describeDefects(v3Document);
