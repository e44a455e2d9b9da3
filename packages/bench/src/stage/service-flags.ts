import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));

/** The environment variable of the same command, for malloc. */
export const serviceEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...scripts['start:api'].matchAll(/(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

/** The flags of Node that limit the memory of the API in production. The peers map no stack traces, so the API does not either. */
export const serviceFlags: readonly string[] = scripts['start:api'].match(/--max-semi-space-size=\S+/g);
