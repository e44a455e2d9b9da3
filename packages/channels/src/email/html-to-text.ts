import { compile, type FormatCallback } from 'html-to-text';

/**
 * Returns the readable text of an HTML mail that has no text part. The time of the parser grows with the square of the
 * depth of the tags, and it has no limit for that: 240 KB of nested tags took 4 s. So the HTML is truncated first, at a
 * number of tags that no mail written for people has.
 */
export function htmlToText(html: string): ConvertedHtml {
  const beginning = cut(html);
  const text = convert(beginning);
  const isTruncated = beginning.length < html.length || text.includes(TRUNCATION_MARK);
  return { text: text.replaceAll(TRUNCATION_MARK, '').trim(), isTruncated };
}

interface ConvertedHtml {
  readonly text: string;
  /** Whether the HTML was truncated, and may contain more text. */
  readonly isTruncated: boolean;
}

/** The converter writes this mark in place of tags that are nested too deeply. No text of a message can contain it. */
const TRUNCATION_MARK = '\u0000';

const MAX_TAGS = 20_000;
const MAX_LENGTH = 1_000_000;

function cut(html: string): string {
  let end = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    end = html.indexOf('<', end + 1);
    if (end === -1) break;
  }
  return html.slice(0, end === -1 ? MAX_LENGTH : Math.min(end, MAX_LENGTH));
}

const HIDDEN = ['head', 'img', 'script', 'style', 'template', 'title'];
const BLOCKS = [
  ...['address', 'article', 'aside', 'blockquote', 'dd', 'div', 'dl', 'dt', 'figure', 'footer', 'form'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'ol', 'p', 'pre', 'section'],
  ...['table', 'tr', 'ul'],
];

const listItem: FormatCallback = ({ children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addLiteral('- ');
  walk(children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const tableCell: FormatCallback = ({ children }, walk, builder) => {
  builder.addInline(' ');
  walk(children, builder);
  builder.addInline(' ');
};

const convert = compile({
  wordwrap: false,
  baseElements: { selectors: [] },
  limits: { maxDepth: 1_000, ellipsis: TRUNCATION_MARK },
  // These are the default characters and the no-break space.
  whitespaceCharacters: ' \t\r\n\f\u200B\u00A0',
  formatters: { listItem, tableCell },
  selectors: [
    { selector: 'a', format: 'inline' },
    { selector: 'li', format: 'listItem' },
    { selector: 'td', format: 'tableCell' },
    { selector: 'th', format: 'tableCell' },
    ...HIDDEN.map((selector) => ({ selector, format: 'skip' })),
    ...BLOCKS.map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
  ],
});
