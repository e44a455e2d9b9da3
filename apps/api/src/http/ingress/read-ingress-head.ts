import type { IngressRequest } from '@parley/channels';
import type { Request } from 'express';

interface Reading {
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** The request as the adapters see it, before its body: signatures cover the URL that the provider called. */
export function readIngressHead(request: Request, { publicUrl, now }: Reading): IngressRequest {
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
