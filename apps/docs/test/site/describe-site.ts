import { jest } from '@jest/globals';
import { useSite } from '../support/use-site.js';
import { describeCommandLine } from './describe-command-line.js';
import { describeExamples } from './describe-examples.js';
import { describeNewcomer } from './describe-newcomer.js';
import { describePython } from './describe-python.js';
import { describeVerification } from './describe-verification.js';

/** Follows the pages for newcomers, with a machine that has the packages of partners. */
export function describeSite(install: Parameters<typeof describeCommandLine>[1]): void {
  // The machine may first have to build what has changed.
  jest.setTimeout(300_000);
  // All tests share one service.
  const site = useSite();
  describeNewcomer(site);
  describeExamples(site);
  describeVerification(site, 'bash', 'verify-webhook.sh');
  describePython(site);
  describeCommandLine(site, install);
}
