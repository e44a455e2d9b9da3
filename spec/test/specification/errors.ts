/** The errors that every operation may return, each with its status and the specified message. */
export const sevenErrors: ReadonlyArray<readonly [status: string, messageKey: string, message: RegExp]> = [
  ['400', 'invalid_body_params', /^Invalid body params$/],
  ['401', 'unauthorized', /^Unauthorized$/],
  ['402', 'insufficient_billing_plan', /^Insufficient billing plan$/],
  ['403', 'forbidden', /^Forbidden$/],
  ['404', 'contact_not_found', /^Contact not found$/],
  [
    '429',
    'too_many_requests',
    /per minute per tenant.* retry after the time in the X-RateLimit-Reset header/,
  ],
  ['500', 'internal_error', /^Oops! Something went wrong$/],
];
