import { expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';

export type PublicUrlCalls = ReturnType<typeof publicUrlCalls>;

export function publicUrlCalls(stage: Stage) {
  async function publicUrlOf(fileId: string): Promise<string> {
    const { body } = expectStatus(await stage.v3.call('getFilePublicUrl', { params: { fileId } }), 200);
    return body.data.publicUrl;
  }

  /** The request has no token: the URL is sufficient. */
  function fetchFile(publicUrl: string, headers: Readonly<Record<string, string>> = {}) {
    return stage.send('GET', new URL(publicUrl).pathname, { headers });
  }

  return { publicUrlOf, fetchFile };
}
