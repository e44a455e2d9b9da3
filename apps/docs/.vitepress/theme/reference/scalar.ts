import { tagSlug } from '../../../generator/anchors.js';

/** The part of the renderer's interface that is used here. */
export interface Scalar {
  createApiReference(element: Element, configuration: object): unknown;
}

declare global {
  interface Window {
    Scalar?: Scalar;
  }
}

/** Loads the renderer, which is a file of this site. */
export async function loadScalar(base: string): Promise<Scalar> {
  if (!window.Scalar) await loadScript(`${base}scalar.js`);
  if (!window.Scalar) throw new Error('The reference could not be loaded: its script is not there.');
  return window.Scalar;
}

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

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded.`)));
    document.head.append(script);
  });
}
