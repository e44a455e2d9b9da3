import { describeSite } from './site/describe-site.js';
import { installPacked } from './support/partner-machine.js';

describeSite(installPacked);
