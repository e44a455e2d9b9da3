import { jest } from '@jest/globals';
import { describeExamples } from './site/describe-examples.js';
import { describeNewcomer } from './site/describe-newcomer.js';
import { useSite } from './support/use-site.js';

// A machine may be busy with building what has changed.
jest.setTimeout(300_000);

// One service for everything that needs it.
const site = useSite();
describeNewcomer(site);
describeExamples(site);
