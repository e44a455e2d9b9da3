import { describe, expect, it } from '@jest/globals';
import { htmlToText } from '../../src/email/html-to-text.js';

describe('HTML to text', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<div><div>One</div></div>\n  <div>Two</div>', 'One\n\nTwo'],
    ['One<br>Two<br/>Three', 'One\nTwo\nThree'],
    ['a\n   b\t c', 'a b c'],
    ['<b>bold</b> <i>italic</i>', 'bold italic'],
    ['<!-- <p>hidden</p> -->shown', 'shown'],
    ['<STYLE>p { color: red }</STYLE >shown', 'shown'],
    ['<script>if (a < b) "</p>"</script>shown', 'shown'],
    ['&lt;p&gt; &#228; &#xE4; &nbsp;&unknown; &#0;&#1114112;', '<p> ä ä &unknown;'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\n\nc'],
    ['<p>unclosed', 'unclosed'],
    ['text <a href="x', 'text'],
    ['<script>never closed', ''],
  ])('%j reads %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each(['<', '<p', '<!--', '<script>', '&', '&#', '\n', '<br>', '</', '<script></scrip'])(
    'a megabyte of %j takes no more than a moment',
    (piece) => {
      const html = piece.repeat(Math.floor(1_000_000 / piece.length));
      const start = performance.now();
      htmlToText(html);
      expect(performance.now() - start).toBeLessThan(3000);
    },
  );
});
