import { jest } from '@jest/globals';
import { describeContractSteps } from './contract-steps.js';
import { describePreviousRelease } from './previous-release.js';
import { useReleases } from './support/use-releases.js';

jest.setTimeout(120_000);

const releases = useReleases();

describePreviousRelease(releases);
describeContractSteps(releases);
