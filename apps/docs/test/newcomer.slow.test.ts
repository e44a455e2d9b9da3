import { describeSite } from './site/describe-site.js';
import { linkPackages } from './support/partner-machine.js';

describeSite(linkPackages);
