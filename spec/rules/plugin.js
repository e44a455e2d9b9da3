import { loadTypeScript } from './load-typescript.mjs';

/** The rules as redocly.yaml loads them. */
export default loadTypeScript(new URL('index.ts', import.meta.url)).default;
