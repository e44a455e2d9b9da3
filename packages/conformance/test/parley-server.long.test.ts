import { describeVersion, useServer } from './describe-version.js';

useServer();

describeVersion('v3');
