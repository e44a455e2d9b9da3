import { expectStatus } from '@parley/testkit';

import type { Stage } from '../../support/start-stage.js';

export const mebibyte = 1_024 * 1_024;

/** Returns functions that upload files. */
export function uploadCalls(stage: Stage) {
  async function upload(content: Uint8Array<ArrayBuffer> | string, name = 'a.txt', type = '') {
    const file = new File([content], name, { type });
    return expectStatus(await stage.v3.call('uploadFile', { body: { file } }), 200).body.data;
  }

  /** Sends a form with invalid parts, which no client library would send. */
  function sendForm(parts: readonly string[], end = '--limit--\r\n') {
    const text = `${parts.map((part) => `--limit\r\n${part}\r\n`).join('')}${end}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=limit' };
    return stage.v3.call('uploadFile', { text, headers });
  }

  return { upload, sendForm };
}
