import { allowForTools } from './allow-for-tools.js';
import { itHasOneTextRule } from './spoil-texts.js';

allowForTools();

itHasOneTextRule('v3');
