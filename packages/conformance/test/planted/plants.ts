import { failing } from './failing.js';
import { others } from './others.js';
import { overlooked } from './overlooked.js';
import { undeclared } from './undeclared.js';

export const plants = { overlooked, failing, undeclared, others };
