/** What a program prints that needs the encryption keys and has none. */
export const missingKeys =
  'When DATABASE_URL is set, ENCRYPTION_KEYS must be set too: one or more keys like id:base64, newest first, separated by commas. Create the first key with: npm run secrets -- new-key\n';
