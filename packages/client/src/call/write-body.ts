import { hasProperties } from '../has-properties.js';

/** Prepares a body to be sent. JSON cannot contain bytes, so a body with a Blob in it is sent as a form. */
export function writeBody(body: unknown): unknown {
  if (!hasProperties(body)) return body;
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Blob)) return body;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
