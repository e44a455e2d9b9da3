import type { WireResponse } from './check-wire.js';

/** The media type must be one of those declared, exactly; the only parameter JSON may carry is its charset. */
export function checkMediaType(declared: readonly string[], response: WireResponse): string[] {
  const value = response.headers['content-type'];
  if (declared.length === 0) {
    return response.text === '' ? [] : ['there is a body, and none is declared'];
  }
  if (typeof value !== 'string') return ['there is no Content-Type header'];
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim());
  const faults = parameters
    .filter((parameter) => parameter.toLowerCase() !== 'charset=utf-8')
    .map((parameter) => `media type has the parameter ${parameter}`);
  if (!declared.includes(type)) faults.push(`media type is ${type}, declared is ${declared.join(', ')}`);
  return faults;
}
