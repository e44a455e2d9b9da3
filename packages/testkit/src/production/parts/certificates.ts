import { join } from 'node:path';
import { runTool } from '../debian/run-tool.js';

export interface Certificates {
  /** The certificate of the authority that clients trust. */
  readonly authority: string;
  /** The certificate of the server and of the pooler, for the name `localhost` only. */
  readonly certificate: string;
  readonly key: string;
}

/** Creates an authority and a certificate that it has signed, both valid for a day. */
export async function createCertificates(folder: string): Promise<Certificates> {
  const at = (name: string) => join(folder, name);
  const created = { authority: at('ca.pem'), certificate: at('server.pem'), key: at('server.key') };
  await request(['-subj', '/CN=Authority of the test', '-keyout', at('ca.key'), '-out', created.authority]);
  await request([
    ...['-CA', created.authority, '-CAkey', at('ca.key')],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-keyout', created.key, '-out', created.certificate],
  ]);
  return created;
}

async function request(args: readonly string[]): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await runTool('openssl', ['req', '-x509', ...key, '-days', '1', ...args]);
}
