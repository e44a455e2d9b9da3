import { readFileSync } from 'node:fs';
import type { JsonObject } from './document.js';
import type { ApiVersion } from './versions.js';

export function documentOf(version: ApiVersion): JsonObject {
  return JSON.parse(readFileSync(new URL(`../../../../spec/dist/${version}.json`, import.meta.url), 'utf8'));
}
