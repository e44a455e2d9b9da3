import { fileURLToPath } from 'node:url';

/** The folder of the built site, `apps/docs/dist`. The path works from both the sources and the build of this app. */
export const docsFolder = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
