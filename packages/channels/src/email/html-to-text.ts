/** The readable text of an HTML mail that has no text part. One pass, whatever the input. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  let position = 0;
  while (position < html.length) {
    const open = html.indexOf('<', position);
    pieces.push(visibleText(html.slice(position, open === -1 ? html.length : open)));
    if (open === -1) break;
    const token = readToken(html, open);
    pieces.push(token.text);
    position = token.end;
  }
  return tidy(pieces.join(''));
}

interface Token {
  readonly text: string;
  readonly end: number;
}

function readToken(html: string, open: number): Token {
  if (html.startsWith('<!--', open)) return { text: '', end: after(html, '-->', open) };
  const name = /^<[/!?]?([a-zA-Z][a-zA-Z0-9]{0,20})?/.exec(html.slice(open, open + 24));
  const tag = name?.[1]?.toLowerCase();
  if (tag === undefined && name?.[0] === '<') return { text: '<', end: open + 1 };
  const end = after(html, '>', open);
  if (tag === undefined) return { text: '', end };
  if (HIDDEN.has(tag) && html[open + 1] !== '/') return { text: '', end: afterHidden(html, tag, end) };
  if (tag === 'li' && html[open + 1] !== '/') return { text: '\n- ', end };
  if (tag === 'td' || tag === 'th') return { text: ' ', end };
  return { text: BLOCKS.has(tag) ? BLOCK_BREAK : tag === 'br' ? '\n' : '', end };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

function afterHidden(html: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}\\b[^>]{0,100}>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}

/** White space in HTML is one space, and so is a no-break space once it is plain text. */
function visibleText(text: string): string {
  return decodeEntities(text.replace(/\s+/g, ' ')).replaceAll('\u00A0', ' ');
}

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? entity;
    const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Two blocks that follow each other are one break apart, and no more than one empty line stays. */
function tidy(text: string): string {
  const lines = text.split(/\n|\u2029/).map((line) => line.trim().replace(/ {2,}/g, ' '));
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

/** The paragraph separator stands for a block's edge until the lines are put together. */
const BLOCK_BREAK = '\u2029';
const HIDDEN: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'title']);
const BLOCKS: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'div',
    'dl',
    'dt',
    'dd',
    'figure',
    'footer',
    'form',
    'header',
  ],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'table',
    'tr',
    'ul',
  ],
]);
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['auml', 'ä'],
  ['Auml', 'Ä'],
  ['bull', '•'],
  ['cent', '¢'],
  ['copy', '©'],
  ['deg', '°'],
  ['eacute', 'é'],
  ['egrave', 'è'],
  ['euro', '€'],
  ['gt', '>'],
  ['hellip', '…'],
  ['laquo', '«'],
  ['ldquo', '“'],
  ['lsquo', '‘'],
  ['lt', '<'],
  ['mdash', '—'],
  ['middot', '·'],
  ['nbsp', '\u00A0'],
  ['ndash', '–'],
  ['ouml', 'ö'],
  ['Ouml', 'Ö'],
  ['pound', '£'],
  ['quot', '"'],
  ['raquo', '»'],
  ['rdquo', '”'],
  ['reg', '®'],
  ['rsquo', '’'],
  ['szlig', 'ß'],
  ['trade', '™'],
  ['uuml', 'ü'],
  ['Uuml', 'Ü'],
  ['zwnj', ''],
]);
