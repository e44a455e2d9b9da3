import { describe, expect, it } from '@jest/globals';
import { mapValidationErrors } from '../../../src/http/validation/map-validation-errors.js';

const request = { body: { media: { url: 5 } }, query: {}, headers: {}, params: {} };
const noBranch = {
  path: '/body/media',
  message: 'must match exactly one schema in oneOf',
  errorCode: 'oneOf.openapi.validation',
};
const notNull = { path: '/body/media', message: 'must be null', errorCode: 'type.openapi.validation' };
const inside = { path: '/body/media/url', message: 'must be string', errorCode: 'type.openapi.validation' };

describe('the errors of a nullable object', () => {
  it('name only the field inside that is wrong, and not the object as well', () => {
    expect([...mapValidationErrors([inside, notNull, noBranch], request)]).toEqual([
      ['media.url', { key: 'invalid_type', message: 'Expected string, received number' }],
    ]);
  });

  it('name the object if nothing inside is wrong', () => {
    expect([...mapValidationErrors([notNull, noBranch], request).keys()]).toEqual(['media']);
  });

  it('name the object if what is wrong has only the beginning of its name in common', () => {
    const beside = { ...inside, path: '/body/mediaUrl' };
    expect([...mapValidationErrors([beside, notNull], request).keys()]).toEqual(['mediaUrl', 'media']);
  });
});
