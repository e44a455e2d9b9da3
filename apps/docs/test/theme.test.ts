import { describe, expect, it } from '@jest/globals';
import { configureReference } from '../.vitepress/theme/reference/configure-reference.js';
import { renameStyleAttributes } from '../.vitepress/theme/reference/rename-style-attributes.js';

describe('the reference', () => {
  it('sends requests to the service that serves it', () => {
    const place = { origin: 'https://api.example', base: '/docs/' };
    expect(configureReference('v3', {}, place)).toMatchObject({
      servers: [{ url: 'https://api.example/v3' }],
      hideTestRequestButton: false,
    });
  });

  it('sends no requests if it is published without a service, and names no other host', () => {
    const place = { origin: 'https://pages.example', base: '/parley/' };
    const configuration = configureReference('v3', {}, place);
    expect(configuration).toMatchObject({ hideTestRequestButton: true });
    expect(JSON.stringify(configuration)).not.toContain('pages.example');
  });
});

describe('style attributes in the markup of the renderer', () => {
  it.each([
    ['<p style="color:red">x</p>', '<p data-style="color:red">x</p>'],
    ["<p style='a' class=b><i STYLE=c>", "<p data-style='a' class=b><i data-style=c>"],
    ['<p style="a" title="no style=here >">', '<p data-style="a" title="no style=here >">'],
    ['<p title=">" style = "a">', '<p title=">" data-style = "a">'],
    ['a style="b" < c', 'a style="b" < c'],
    ['<p data-style="a" my-style="b">', '<p data-style="a" my-style="b">'],
  ])('%s', (html, expected) => {
    expect(renameStyleAttributes(html)).toBe(expected);
  });
});
