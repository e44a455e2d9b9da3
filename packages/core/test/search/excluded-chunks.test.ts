import { defaultSizes } from '../../src/sizes.js';
import { describeExcludedChunks } from './describe-excluded-chunks.js';

describeExcludedChunks({ ...defaultSizes, walkedRows: 10, countedRows: 10 });
