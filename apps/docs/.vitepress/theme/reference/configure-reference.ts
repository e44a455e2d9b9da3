import { tagSlug } from '../../../generator/anchors.js';

export interface Place {
  readonly origin: string;
  /** Where the site is below it. */
  readonly base: string;
}

/**
 * Everything stays on this host: no fonts, proxy, telemetry or assistant of others. Where no service is behind the site,
 * requests cannot be made, so that no token is ever typed in for a foreign host.
 */
export function configureReference(version: string, contract: object, { origin, base }: Place): object {
  const isServed = base === '/docs/';
  return {
    content: contract,
    servers: isServed
      ? [{ url: `${origin}/${version}`, description: 'This service' }]
      : [{ url: `http://localhost:3000/${version}`, description: 'A service on your machine' }],
    hideTestRequestButton: !isServed,
    authentication: { preferredSecurityScheme: 'bearerAuth' },
    agent: { disabled: true },
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    hideDarkModeToggle: true,
    theme: 'none',
    searchHotKey: 'j',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    generateTagSlug: ({ name = '' }: { name?: string }) => tagSlug(name),
    generateOperationSlug: ({ operationId = '' }: { operationId?: string }) => operationId,
    generateWebhookSlug: ({ name }: { name: string }) => name,
  };
}
