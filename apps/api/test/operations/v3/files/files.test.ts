import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage } from '../../support/use-stage.js';
import { describeFiles } from './files.js';
import { describeMediaByUrl } from './media-by-url.js';
import { describePublicUrlRevocation } from './revoke-public-url.js';
import { describeSignedUrls } from './signed-urls.js';

const stage = useStage();
resetClockAfterEach(stage);

describe('files', () => describeFiles(stage));
describe('revoke public url', () => describePublicUrlRevocation(stage));
describe('signed urls', () => describeSignedUrls(stage));
describe('media by url', () => describeMediaByUrl(stage));
