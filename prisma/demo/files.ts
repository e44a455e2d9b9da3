import { createHash } from 'node:crypto';
import { fileIds } from './ids.js';

/** A violet speech bubble, 24 by 24 pixels. */
const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAMAAADXqc3KAAAABlBMVEX///98Ou3zOwL2AAAAH0lEQVR42mNg' +
    'oA9gxACjErgkoHK4whFXAOMKeYaBAAAwPQDjZYDL+AAAAABJRU5ErkJggg==',
  'base64',
);

export const files = [
  {
    id: fileIds.bubble,
    name: 'bubble.png',
    contentType: 'image/png',
    size: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
  },
];

export const fileContents = [{ fileId: fileIds.bubble, bytes: new Uint8Array(bytes) }];
