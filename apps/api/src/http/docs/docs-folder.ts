import { fileURLToPath } from 'node:url';

/** Where the site is when the whole repository was built: `apps/docs/dist`, seen from our sources and from our build. */
export const docsFolder = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
