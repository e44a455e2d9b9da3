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
    ['&lt;p&gt; &#228; &#xE4; &nbsp;&unknown;', '<p> ä ä &unknown;'],
    // The HTML standard replaces a reference that names no valid character by U+FFFD.
    ['&#0;&#1114112;', '\uFFFD\uFFFD'],
    ['&ccedil;a &Ntilde; &rarr; &hearts;', 'ça Ñ → ♥'],
    ['<a title="1 > 0" href="https://a.example">link</a> <img alt="logo">', 'link'],
    ['<ul><li>one<li>two<ol><li>three</ol></ul>end', '- one\n- two\n- three\n\nend'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\n\nc'],
    ['<p>unclosed', 'unclosed'],
    ['text <a href="x', 'text'],
    ['<script>never closed', ''],
    [`${'<b>'.repeat(900)}deep`, 'deep'],
  ])('%j reads %j', (html, text) => {
    expect(htmlToText(html)).toEqual({ text, isTruncated: false });
  });

  it('converts a mail of a thousand rows completely', () => {
    const rows = '<tr><td>cell</td><td>cell</td></tr>'.repeat(1_000);
    expect(htmlToText(`<table>${rows}</table><p>end</p>`).text).toMatch(/cell cell\n\nend$/);
  });

  it.each([
    ['characters', `kept${' '.repeat(1_000_000)}lost`],
    ['tags', `kept${'<br>'.repeat(20_001)}lost`],
    ['depth', `kept${'<b>'.repeat(1_100)}lost`],
  ])('reports that it was truncated because of its %s', (_, html) => {
    expect(htmlToText(html)).toEqual({ text: 'kept', isTruncated: true });
  });
});
