import { describe, expect, it } from '@jest/globals';
import { adapterFor, type TemplateDraft } from '../../src/index.js';
import { whatsappChannel } from '../support/ingress-request.js';
import { channel, findErrors } from './template-support.js';

const good: TemplateDraft = {
  name: 'order_update',
  category: 'utility',
  body: 'Hi',
  file: null,
  hasMore: false,
};
const code = { category: 'authentication', body: 'Your code is {{ 1 }}. Not {{1}}?' };
const megabyte = 1024 * 1024;

describe('what Meta would refuse is known before a template is submitted', () => {
  it.each<[string, Partial<TemplateDraft>, string]>([
    ['a name with capitals', { name: 'Order update' }, 'lower-case'],
    ['a long text', { body: 'x'.repeat(1025) }, '1024'],
    ['buttons', { hasMore: true }, 'without buttons'],
    ['a GIF', { file: { contentType: 'image/gif', size: 1 } }, 'not image/gif'],
    ['an empty file', { file: { contentType: 'image/png', size: 0 } }, 'empty'],
    ['a large image', { file: { contentType: 'image/png', size: 5 * megabyte + 1 } }, '5 MB of image/png'],
    ['a code with a name', { ...code, body: 'Your code is {{code}}.' }, '{{1}}'],
    ['two placeholders', { ...code, body: '{{1}} for {{2}}' }, '{{1}}'],
    ['no code', { ...code, body: 'Hi' }, '{{1}}'],
    ['a code with a file', { ...code, file: { contentType: 'image/png', size: 1 } }, 'no file'],
  ])('%s', (_, values, message) => {
    expect(findErrors({ ...good, ...values }, channel)).toEqual([expect.stringContaining(message)]);
  });

  it('a template for authentication with its code is accepted', () => {
    expect(findErrors({ ...good, ...code }, channel)).toEqual([]);
  });

  it.each(['image/jpeg', 'image/png', 'video/mp4', 'application/pdf'])(
    'a file of %s is accepted',
    (contentType) => {
      const draft = { ...good, file: { contentType, size: 5 * megabyte } };
      expect(findErrors(draft, channel)).toEqual([]);
      expect(findErrors(draft, whatsappChannel)).toEqual([expect.stringContaining('appId')]);
      const { templates: sandbox } = adapterFor('sandbox');
      expect(sandbox?.findErrors(draft, { type: 'whatsapp', settings: {} })).toEqual([]);
      expect(findErrors(good, whatsappChannel)).toEqual([]);
    },
  );
});
