import type { AuthenticationOptions, TemplateDraft } from '../../adapter/channel-templates.js';

const category = 'authentication';

/** Meta writes the text of these templates, in which the code is the only placeholder. */
export function isForAuthentication(template: { readonly category: string | undefined }): boolean {
  return template.category === category;
}

/** Returns why a template cannot be one for authentication. */
export function findAuthenticationErrors({ body, file }: TemplateDraft): string[] {
  const placeholders = new Set(body.match(/\{\{[^{}]*\}\}/g)?.map((one) => one.replace(/\s/g, '')));
  const hasOnlyCode = placeholders.size === 1 && placeholders.has('{{1}}');
  return [
    ...(hasOnlyCode
      ? []
      : ['The text of a template for authentication has the placeholder {{1}} for the code, and no other']),
    ...(file === null ? [] : ['A template for authentication has no file']),
  ];
}

/** The components of a template for authentication, with a button that copies the code. */
export function describeAuthentication({
  addSecurityRecommendation = false,
  codeExpirationMinutes,
}: AuthenticationOptions = {}): object[] {
  return [
    { type: 'BODY', add_security_recommendation: addSecurityRecommendation },
    ...(codeExpirationMinutes === undefined
      ? []
      : [{ type: 'FOOTER', code_expiration_minutes: codeExpirationMinutes }]),
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ];
}

/** The parts that a template for authentication has at Meta if its button copies the code. */
export const authenticationParts: ReadonlySet<unknown> = new Set(['BODY', 'FOOTER', 'BUTTONS']);
