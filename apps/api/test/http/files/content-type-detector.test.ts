import { describe, expect, it } from '@jest/globals';
import { ContentTypeDetector } from '../../../src/http/files/content-type-detector.js';

function detect(bytes: readonly number[]): Promise<string> {
  const detector = new ContentTypeDetector();
  detector.update(Buffer.from(bytes));
  return detector.detect();
}

describe('the media type of a file', () => {
  it.each([
    ['little-endian', [0xff, 0xfe]],
    ['big-endian', [0xfe, 0xff]],
  ])('that is only the byte order mark of %s UTF-16 is unknown', async (_, mark) => {
    expect(await detect(mark)).toBe('application/octet-stream');
  });
});
