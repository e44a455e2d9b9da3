import { loadTypeScript } from '../rules/load-typescript.mjs';

/** The decorators as redocly.bundle.yaml loads them. */
export default loadTypeScript(new URL('index.ts', import.meta.url)).default;
