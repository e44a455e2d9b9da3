import { tagSlug } from '../../../generator/anchors.js';
import type { Tokens } from './keep-token.js';

export interface Place {
  readonly origin: string;
  /** The path of the site on the host. */
  readonly base: string;
  readonly tokens: Tokens;
}

/**
 * Everything is loaded from this host: no third-party fonts, proxy, telemetry or assistant. If the site is published
 * without a service, requests are disabled, so that nobody enters a token for another host.
 */
export function configureReference(
  version: string,
  contract: object,
  { origin, base, tokens }: Place,
): object {
  const isServed = base === '/docs/';
  return {
    content: contract,
    servers: isServed
      ? [{ url: `${origin}/${version}`, description: 'This service' }]
      : [{ url: `http://localhost:3000/${version}`, description: 'A service on your machine' }],
    hideTestRequestButton: !isServed,
    authentication: {
      preferredSecurityScheme: 'bearerAuth',
      securitySchemes: { bearerAuth: { token: tokens.read() } },
    },
    onBeforeRequest: ({ request }: { request: Request }) => tokens.keep(request.headers),
    agent: { disabled: true },
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    hideDarkModeToggle: true,
    theme: 'none',
    // The search of the site finds operations too.
    hideSearch: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    generateTagSlug: ({ name = '' }: { name?: string }) => tagSlug(name),
    generateOperationSlug: ({ operationId = '' }: { operationId?: string }) => operationId,
    generateWebhookSlug: ({ name }: { name: string }) => name,
  };
}
