import { describeBorders } from './borders.js';

describeBorders('small');
