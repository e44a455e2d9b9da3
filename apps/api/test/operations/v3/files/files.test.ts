import { describe } from '@jest/globals';
import { describeFiles } from './files.js';
import { describeMediaByUrl } from './media-by-url.js';
import { describeRevokePublicUrl } from './revoke-public-url.js';
import { describeSignedUrls } from './signed-urls.js';
import { describeUploads } from './uploads.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('files', describeFiles);
describe('signed urls', describeSignedUrls);
describe('revoke public url', describeRevokePublicUrl);
describe('uploads', describeUploads);
describe('media by url', describeMediaByUrl);
