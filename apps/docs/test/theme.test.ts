import { describe, expect, it } from '@jest/globals';
import { configureReference } from '../.vitepress/theme/reference/configure-reference.js';
import { findNewPlace } from '../.vitepress/theme/reference/follow-old-links.js';
import { createTokens } from '../.vitepress/theme/reference/keep-token.js';
import { renameStyleAttributes } from '../.vitepress/theme/reference/rename-style-attributes.js';

const tokens = { read: () => '', keep: () => undefined };

describe('the page that sends requests', () => {
  it('sends requests to the service that serves it', () => {
    const place = { origin: 'https://api.example', base: '/docs/', tokens };
    expect(configureReference('v3', {}, place)).toMatchObject({
      servers: [{ url: 'https://api.example/v3' }],
      hideTestRequestButton: false,
    });
  });

  it('sends no requests if it is published without a service, and names no other host', () => {
    const place = { origin: 'https://pages.example', base: '/parley/', tokens };
    const configuration = configureReference('v3', {}, place);
    expect(configuration).toMatchObject({ hideTestRequestButton: true });
    expect(JSON.stringify(configuration)).not.toContain('pages.example');
  });
});

describe('the token', () => {
  it('is kept from a request until the tab is closed, and other credentials are not', () => {
    const stored = new Map<string, string>();
    const kept = createTokens({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    });
    expect(kept.read()).toBe('');
    kept.keep(new Headers());
    kept.keep(new Headers({ authorization: 'Basic YTpi' }));
    kept.keep(new Headers({ authorization: 'Bearer ' }));
    expect(stored.size).toBe(0);
    kept.keep(new Headers({ authorization: 'Bearer eyJ.a.b' }));
    expect(kept.read()).toBe('eyJ.a.b');
  });
});

describe('links to the anchors of the reference when it was one page', () => {
  it.each([
    ['/docs/reference/v3', '#tag/messages/sendMessage', '/docs/reference/v3/sendMessage'],
    [
      '/docs/reference/v3',
      '#tag/events/webhook/message.received',
      '/docs/reference/v3/events/message.received',
    ],
    ['/docs/reference/v2', '#tag/attributes/listAttributes', '/docs/reference/v2/listAttributes'],
    ['/docs/reference/v3', '#tag/labels', undefined],
    ['/docs/reference/try/v3', '#tag/messages/sendMessage', undefined],
    ['/docs/guides/errors', '#tag/messages/sendMessage', undefined],
  ])('%s%s leads to %s', (pathname, hash, expected) => {
    expect(findNewPlace(pathname, hash)).toBe(expected);
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
