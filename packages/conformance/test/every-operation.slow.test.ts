import { describeOperations } from './describe-operations.js';

describeOperations(5);
