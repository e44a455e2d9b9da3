/** The first line of a mail is the reply; below it most programs repeat the mail that is replied to. */
const firstLine = /^\s*(\d{1,2})[.)]?[ \t]*(?:\r?\n|$)/;
const wholeText = /^\s*(\d{1,2})[.)]?\s*$/;

/** Returns the number with which a contact chooses, such as `2` or `2.`; undefined for any other text. */
export function readNumber(text: string | null, channelType: 'sms' | 'email'): number | undefined {
  const [, digits] = (channelType === 'email' ? firstLine : wholeText).exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
