import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { specFolder } from './redocly.js';

process.stdout.write(await readFile(join(specFolder, 'dist/report.md'), 'utf8'));
