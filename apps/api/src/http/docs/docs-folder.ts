import { fileURLToPath } from 'node:url';

/** The folder of the site in a built repository: `apps/docs/dist`, seen from our sources and from our build. */
export const docsFolder = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
