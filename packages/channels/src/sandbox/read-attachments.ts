import type { LinkedAttachment } from '../adapter/inbound-item.js';
import { attachmentTypeOf, isWebUrl, toContentType, toFileName } from '../payload/attachment-type.js';
import { isRecord, readSize } from '../payload/read-value.js';
import type { BodyReader } from './body-reader.js';

const MAX_ATTACHMENTS = 10;

export function readAttachments(reader: BodyReader): LinkedAttachment[] {
  const given = reader.body.attachments;
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    reader.addError('attachments', 'invalid_type', 'Expected an array');
    return [];
  }
  if (given.length > MAX_ATTACHMENTS) {
    reader.addError('attachments', 'too_big', `Expected at most ${MAX_ATTACHMENTS} attachments`);
    return [];
  }
  return given.flatMap((attachment: unknown, index) => {
    if (isRecord(attachment)) return readAttachment(reader.inside(attachment, `attachments.${index}`));
    reader.addError(`attachments.${index}`, 'invalid_type', 'Expected an object');
    return [];
  });
}

function readAttachment(reader: BodyReader): LinkedAttachment[] {
  reader.allowOnly(['type', 'url', 'name', 'contentType', 'size']);
  const url = reader.required('url', 4096);
  if (url !== undefined && !isWebUrl(url))
    reader.addError('url', 'invalid_string', 'Expected an http or https URL');
  const contentType = toContentType(reader.optional('contentType', 255));
  const type = reader.optional('type', 20) ?? attachmentTypeOf(contentType);
  const name = toFileName(reader.optional('name', 255));
  const size = readSize(reader.body, 'size');
  if (size === null && reader.body.size !== undefined && reader.body.size !== null) {
    reader.addError('size', 'invalid_type', 'Expected a number of bytes');
  }
  if (type !== 'image' && type !== 'video' && type !== 'audio' && type !== 'document') {
    reader.addError('type', 'invalid_string', 'Expected image, video, audio or document');
    return [];
  }
  return url === undefined ? [] : [{ type, url, needsCredentials: false, name, contentType, size }];
}
