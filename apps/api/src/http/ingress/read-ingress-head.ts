import type { IngressRequest } from '@parley/channels';
import type { Request } from 'express';

interface HeadOptions {
  readonly publicUrl: string;
  readonly now: () => Date;
}

/**
 * Returns the request in the form that adapters expect, without its body. Signatures cover the URL that the provider
 * called.
 */
export function readIngressHead(request: Request, { publicUrl, now }: HeadOptions): IngressRequest {
  return {
    method: request.method,
    url: `${publicUrl}${request.originalUrl}`,
    headers: request.headers,
    rawBody: noBody,
    query: request.query,
    receivedAt: now(),
  };
}

const noBody = Buffer.alloc(0);
