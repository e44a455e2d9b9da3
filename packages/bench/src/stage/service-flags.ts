import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));

/** The flags of Node that limit the memory of the API in production. The peers map no stack traces, so the API does not either. */
export const serviceFlags: readonly string[] = scripts['start:api'].match(/--max-semi-space-size=\S+/g);
