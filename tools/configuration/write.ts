import { writeFileSync } from 'node:fs';
import { renderReference } from './render-reference.js';

/** Writes the reference of all settings; a test fails when it is not current. */
writeFileSync(new URL('../../docs/operations/configuration.md', import.meta.url), renderReference());
