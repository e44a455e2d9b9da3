export const fields = {
  from: 'Jane Doe <Jane.Doe@Example.com>',
  to: 'desk@shop.example',
  subject: 'Order A-7',
  text: 'Where is my order?',
  html: '<p>Where is my order?</p>',
  messageId: '<cafe@example.com>',
  inReplyTo: '<babe@shop.example>',
  date: 'Fri, 14 Nov 2025 09:20:00 +0000',
  attachments: [
    { name: 'receipt.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-').toString('base64') },
    { name: 'photo.jpg', contentType: 'image/jpeg', url: 'https://mail.example/a/1', size: 12 },
  ],
};

export function raw(mime: string): { raw: string } {
  return { raw: Buffer.from(mime.replace(/\r?\n/g, '\r\n'), 'latin1').toString('base64') };
}

/** Quoted-printable in ISO-8859-1, encoded words in the headers, and a base64 attachment with an encoded name. */
export const encodedMime = raw(`From: =?UTF-8?B?SsO2cmcgTcO8bGxlcg==?= <joerg@example.de>
To: desk@shop.example
Subject: =?ISO-8859-1?Q?Gr=FC=DFe?=
 =?ISO-8859-1?Q?_aus_K=F6ln?=
Message-ID: <mime-1@example.de>
In-Reply-To: <babe@shop.example>
Date: Fri, 14 Nov 2025 10:20:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Sch=F6ne Gr=FC=DFe, und eine lange Zeile, die um=
gebrochen wurde.
--inner
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>Sch=F6ne Gr=FC=DFe</p>
--inner--
--outer
Content-Type: application/pdf
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename*=UTF-8''Angebot%20%C3%9C.pdf

JVBERi0xLjc=
--outer--
`);

export const htmlMime = raw(`From: news@example.com
Subject: Hello
Message-ID: <html-1@example.com>
Content-Type: text/html; charset=utf-8

<html><head><title>Hidden</title><style>p{}</style></head><body><h1>Sale</h1><p>20 &amp; more &euro;<br>now</p>
<ul><li>One</li><li>Two</li></ul><script>alert(1)</script></body></html>
`);

export const forwardedMime = raw(`From: jane@example.com
Subject: Fwd: Invoice
Message-ID: <fwd-1@example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

See below.
--b
Content-Type: message/rfc822

From: other@example.com
Subject: Invoice

Secret text of the other mail.
--b--
`);

export function automatedMime(header: string): { raw: string } {
  return raw(`From: jane@example.com
Subject: Out of office
Message-ID: <ooo-1@example.com>
${header}
Content-Type: text/plain

Back on Monday.
`);
}

export function bounceMime(action: string): { raw: string } {
  return raw(`From: MAILER-DAEMON@mx.example.com
To: desk@shop.example
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce-1@mx.example.com>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

This is the mail system.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; jane@example.com
Action: ${action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <jane@example.com>:
 Recipient address rejected

--b
Content-Type: message/rfc822

From: desk@shop.example
To: jane@example.com
Message-ID: <our-id@shop.example>
Subject: Hello

Hello
--b--
`);
}
