/** A mail in its MIME form that takes far longer to parse than its size suggests. */
export interface HostileMail {
  readonly name: string;
  readonly mime: Buffer;
}

/** Builds the mails that have frozen a parser, and the largest ones that a gateway passes on. */
export function buildHostileMails(): HostileMail[] {
  return [
    mail('8,500 empty parts in 60 KB', multipart('--x\r\n\r\n'.repeat(8_500))),
    mail('a text part and HTML of 58,000 "<"', alternative('<'.repeat(58_000))),
    mail('newlines in HTML', alternative(`${'\n'.repeat(58_000)}<b>`)),
    mail('a From of 30,000 commas', ['From: <a@b.example>', ','.repeat(30_000)].join(''), '\r\n\r\nhello'),
    mail('200 nested mails', nestedMails(200)),
    mail('6,000 parts', multipart('--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n'.repeat(6_000))),
    ...unclearBoundaries.map(([declaration, boundary]) =>
      mail(
        `6,000 parts after ${declaration}`,
        head(`multipart/mixed; ${declaration}`),
        `--${boundary}\r\nContent-Type: text/plain\r\n\r\nhello\r\n`.repeat(6_000),
      ),
    ),
    mail(
      '300,000 header lines of a part',
      head('multipart/mixed; boun()dary=b'),
      `--b\r\nX-Field: a\r\n${' b\r\n'.repeat(299_000)}`,
    ),
    mail('300,000 empty lines', head('text/plain'), '\r\n'.repeat(300_000)),
    mail('2,000 attachments', multipart(attachment.repeat(2_000))),
    mail(
      'a text of 12 MB',
      head('text/plain'),
      'All work and no play makes a mail long.\r\n'.repeat(307_000),
    ),
    mail('100,000 header fields', `${'X-Field: a\r\n'.repeat(100_000)}${head('text/plain')}`, 'hello'),
    mail('a header field of 4 MB', `Subject: ${' a\r\n'.repeat(1_000_000)}${head('text/plain')}`, 'hello'),
    mail(
      'encoded words in a header',
      `From: Ada <ada@example.com>\r\nSubject: ${'=?utf-8?q?a?= '.repeat(15_000)}\r\n\r\n`,
      'hello',
    ),
  ];
}

/** How a mail can declare a boundary so that a simple search does not find it. */
const unclearBoundaries = [
  ['boun()dary=b', 'b'],
  ['boundary*0="x"; boundary*1="y"', 'xy'],
  ["boundary*=utf-8''%62", 'b'],
  ['boundary="a\\b"', 'ab'],
] as const;

function mail(name: string, ...lines: readonly string[]): HostileMail {
  return { name, mime: Buffer.from(lines.join(''), 'utf8') };
}

const attachment =
  '--x\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\naaaa\r\n';

function head(contentType: string): string {
  return `From: Ada <ada@example.com>\r\nSubject: hello\r\nMIME-Version: 1.0\r\nContent-Type: ${contentType}\r\n\r\n`;
}

function multipart(parts: string): string {
  return `${head('multipart/mixed; boundary=x')}${parts}--x--\r\n`;
}

function alternative(html: string): string {
  return multipart(
    `--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n`,
  );
}

function nestedMails(depth: number): string {
  return `${head('message/rfc822').repeat(depth)}${head('text/plain')}hello`;
}
