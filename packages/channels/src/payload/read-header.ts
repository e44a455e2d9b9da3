import type { IngressRequest } from '../adapter/channel-adapter.js';

export function readHeader(request: IngressRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
