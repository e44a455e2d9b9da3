import { jest } from '@jest/globals';
import { describeCommandLine } from './site/describe-command-line.js';
import { describeExamples } from './site/describe-examples.js';
import { describeNewcomer } from './site/describe-newcomer.js';
import { describePython } from './site/describe-python.js';
import { describeVerification } from './site/describe-verification.js';
import { linkPackages } from './support/partner-machine.js';
import { useSite } from './support/use-site.js';

// The machine may first have to build what has changed.
jest.setTimeout(300_000);

// All tests share one service.
const site = useSite();
describeNewcomer(site);
describeExamples(site);
describeVerification(site, 'bash', 'verify-webhook.sh');
describePython(site);
describeCommandLine(site, linkPackages);
