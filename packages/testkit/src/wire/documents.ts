import { v2Document, v3Document } from '@parley/contract/documents';
import { asObject, createDocument, type Document } from '@parley/validation';
import type { ApiVersion } from './versions.js';

const documents: Record<ApiVersion, Document> = {
  v3: createDocument(asObject(v3Document)),
  v2: createDocument(asObject(v2Document)),
};

export function documentOf(version: ApiVersion): Document {
  return documents[version];
}
