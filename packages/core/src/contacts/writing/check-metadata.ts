import type { ValidationErrors } from '../../validation-errors.js';

/**
 * The maximum size of the metadata, as JSON in UTF-8. Every event and response of the contact contains the metadata.
 */
const maxBytes = 16 * 1_024;

export function checkMetadata(metadata: object, errors: ValidationErrors): void {
  const size = Buffer.byteLength(JSON.stringify(metadata));
  if (size <= maxBytes) return;
  errors.add('metadata', 'too_big', `Must be at most ${maxBytes} bytes of JSON, found ${size}`);
}
