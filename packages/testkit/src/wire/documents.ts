import { v2Document, v3Document } from '@parley/contract/documents';
import type { JsonObject } from './document.js';
import type { ApiVersion } from './versions.js';

const documents: Record<ApiVersion, JsonObject> = { v3: { ...v3Document }, v2: { ...v2Document } };

export function documentOf(version: ApiVersion): JsonObject {
  return documents[version];
}
