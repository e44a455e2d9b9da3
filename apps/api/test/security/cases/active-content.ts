import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import type { Stage } from '../../operations/support/start-stage.js';

const script = '<script>fetch("/v3/workspace")</script>';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const hostile: [string, string, string | Buffer][] = [
  ['a page', 'index.html', `<!DOCTYPE html><body>${script}`],
  ['a page that is declared as an image', 'holiday.png', `<html>${script}`],
  ['a page in upper case, after spaces', 'a.txt', `\n\t <HTML>${script}`],
  ['a page in UTF-16', 'a.html', utf16(`<html>${script}`)],
  ['a page in UTF-7', 'a.html', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ['a page after a form feed', 'a.png', `\f<html>${script}`],
  ['a page of an unknown element', 'a.html', '<x onclick=alert(1)>click</x>'],
  ['an SVG with a script', 'a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
  [
    'an SVG after a comment',
    'a.png',
    `<?xml version="1.0"?><!-- ${'x'.repeat(5_000)} --><svg onload="alert(1)"/>`,
  ],
  ['an SVG with a document type', 'a.svg', '<!DOCTYPE svg [<!ENTITY x "y">]><svg onload="alert(1)"/>'],
  [
    'XHTML',
    'a.xml',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
  ],
  ['a style sheet for XML', 'a.xsl', '<?xml-stylesheet type="text/xsl" href="#a"?><a/>'],
  ['a script', 'app.js', 'self.addEventListener("fetch", () => {})'],
  ['a module', 'app.mjs', 'export default 1'],
  ['a style sheet', 'a.css', 'body { background: url(javascript:alert(1)) }'],
  ['an archive of a page', 'a.mht', `MIME-Version: 1.0\nContent-Type: text/html\n\n${script}`],
  ['a program', 'a.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ['Flash', 'a.swf', Buffer.from('4657530a00000000000000000000', 'hex')],
  ['bytes of no known type', 'a.html', Buffer.from([0xc3, 0x28, 0x3c, 0x68])],
];

/** A browser shows these by their type and must not guess another one. */
const polyglots: [string, string, Buffer, string][] = [
  [
    'an image followed by a page',
    'a.html',
    Buffer.concat([png, Buffer.from(`<html>${script}`)]),
    'image/png',
  ],
  ['a GIF that is also a script', 'a.js', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 'image/gif'],
  [
    'a PDF with a script',
    'a.pdf',
    Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    'application/pdf',
  ],
  ['a PDF that contains a page', 'a.html', Buffer.from(`%PDF-1.7\n${script}`), 'application/pdf'],
];

export function describeActiveContent(stage: () => Stage): void {
  async function publish(name: string, content: string | Buffer): Promise<{ path: string; id: string }> {
    const file = new File([content], name, { type: 'text/html' });
    const { id } = expectStatus(await stage().v3.call('uploadFile', { body: { file } }), 200).body.data;
    const { body } = expectStatus(await stage().v3.call('getFilePublicUrl', { params: { fileId: id } }), 200);
    return { path: new URL(body.data.publicUrl).pathname, id };
  }

  const guards = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  };

  describe('an uploaded file cannot act as a page of this host', () => {
    it.each(hostile)('%s is always downloaded and never shown', async (_name, name, content) => {
      const { path } = await publish(name, content);
      const ranges: Record<string, string>[] = [{}, { range: 'bytes=0-3' }];
      for (const headers of ranges) {
        const response = await stage().send('GET', path, { headers });
        expect(response.headers).toMatchObject({ ...guards, 'content-type': 'application/octet-stream' });
        expect(response.headers['content-disposition']).toMatch(/^attachment; filename="/);
      }
    });

    it.each(polyglots)('%s is shown by its type, in a sandbox', async (_name, name, content, type) => {
      const { path } = await publish(name, content);
      const response = await stage().send('GET', path);
      expect(response.headers).toMatchObject({ ...guards, 'content-type': type });
    });

    it('downloadFile always downloads, even an image', async () => {
      for (const content of [png, `<html>${script}`]) {
        const { id } = await publish('a.html', content);
        const response = await stage().send('GET', `/v3/files/${id}/download`, { token: stage().token });
        expect(response.status).toBe(200);
        expect(response.headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-disposition': expect.stringMatching(/^attachment; /),
          'x-content-type-options': 'nosniff',
        });
      }
    });
  });
}
