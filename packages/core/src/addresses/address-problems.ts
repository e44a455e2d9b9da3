/** Messages for invalid addresses; the key is always `invalid_string`. */
export const invalidPhoneNumber =
  'Expected a phone number; write it in international form, such as +4915112345678';
export const invalidInstagramId = 'Expected an Instagram id or user name, such as ada.lovelace';
export const invalidEmail = 'Expected an email address, such as ada@example.com';
