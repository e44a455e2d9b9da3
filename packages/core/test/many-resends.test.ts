import { describeManyResends } from './describe-many-resends.js';

describeManyResends(60);
