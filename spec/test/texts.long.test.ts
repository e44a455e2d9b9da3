import { allowForTools } from './allow-for-tools.js';
import { itListsEachTextRule } from './spoil-texts.js';

allowForTools();

itListsEachTextRule('v3');
