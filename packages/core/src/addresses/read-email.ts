/** Returns an email address in the form by which contacts are matched, or undefined when the text is not one. */
export function readEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (address.length > maxLength || !isLocalPart(address.slice(0, at))) return undefined;
  return at > 0 && isDomain(address.slice(at + 1)) ? address : undefined;
}

const maxLength = 320;

/**
 * Whether the text is a dot-atom of RFC 5322, with the letters of RFC 6531. Quoted local parts are rejected, because
 * hardly any mailbox has one.
 */
function isLocalPart(text: string): boolean {
  return text.length <= 64 && text.split('.').every((atom) => /^[^\s@<>()[\]\\,;:"]+$/u.test(atom));
}

/** The domain needs at least two labels: a name such as `localhost` cannot be reached from other machines. */
function isDomain(text: string): boolean {
  const labels = text.split('.');
  return labels.length > 1 && labels.every((label) => label.length <= 63 && isLabel.test(label));
}

const isLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
