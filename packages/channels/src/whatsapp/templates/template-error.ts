import type { ProviderError } from '../../http/refused-response.js';
import { graphError } from '../../meta/graph-error.js';
import { readId, readRecord, readText } from '../../payload/read-value.js';

/** Returns the error of a call about templates, with a code of ours where the codes of Meta have a meaning of their own. */
export function templateError(body: unknown): ProviderError | undefined {
  const known = graphError(body);
  if (known === undefined) return undefined;
  const error = readRecord(body, 'error');
  const subcode = readId(error, 'error_subcode');
  // The text for users says what is wrong; the message is often only "Invalid parameter".
  const message = (readText(error, 'error_user_msg') ?? known.message).slice(0, 500);
  const code = SUBCODES.get(subcode ?? '') ?? CODES.get(known.code) ?? known.code;
  return { ...known, code, message };
}

const SUBCODES: ReadonlyMap<string, string> = new Map([
  ['2388023', 'template_exists'], // the language of a deleted template is still in use
  ['2388024', 'template_exists'],
  ['2388019', 'template_limit_reached'],
  ['33', 'permission_denied'], // the account or the template does not exist, or the token may not read it
]);

const CODES: ReadonlyMap<string, string> = new Map([
  ['3', 'permission_denied'],
  ['10', 'permission_denied'],
  ['100', 'invalid_template'],
  ['190', 'credentials_refused'],
  ['200', 'permission_denied'],
]);
