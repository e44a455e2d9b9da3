import type { Response } from 'express';

const refreshSeconds = 2;

/** Sends a page that reloads itself while the site is being built, or a page that says that the build has failed. */
export function sendBuildPage(response: Response, hasFailed: boolean): void {
  const text = hasFailed ? failed : building;
  response.writeHead(503, {
    ...response.locals.requestContext.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...(!hasFailed && { 'Retry-After': refreshSeconds }),
  });
  response.end(text);
}

const building = page(
  'The documentation is being built',
  'This takes about half a minute after the first start. The page reloads automatically.',
  `<meta http-equiv="refresh" content="${refreshSeconds}">`,
);

const failed = page(
  'The documentation could not be built',
  'The service works without it. <code>npm run site</code> shows why the build fails.',
);

function page(title: string, text: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><h1>${title}</h1><p>${text}</p><p>The contract is at <a href="/openapi/v3.json">/openapi/v3.json</a>.</p></body></html>
`;
}
