import { type ApiError, ConnectionError, isApiError, ParleyError } from '@parley/client';
import { CommandError } from '../command-error.js';
import { printable, printableJson } from './printable.js';
import type { Style } from './style.js';

/** An error as the command prints it, or undefined for one that is a defect of the command itself. */
export function renderError(
  error: unknown,
  { isJson, style }: { readonly isJson: boolean; readonly style: Style },
): { readonly text: string; readonly exitCode: 1 | 2 } | undefined {
  if (error instanceof CommandError) {
    const { message, exitCode } = error;
    return { text: isJson ? `${printableJson({ error: { message } })}\n` : `${message}\n`, exitCode };
  }
  if (!(error instanceof ParleyError)) return undefined;
  if (isJson)
    return { text: `${printableJson({ error: { ...error, message: error.message } })}\n`, exitCode: 1 };
  const lines = [
    style.red(style.bold(headline(error))),
    ...faultsOf(error),
    style.dim(`${circumstances(error)}`),
    advise(error),
  ];
  return {
    text: lines
      .filter(Boolean)
      .map((line) => `${line}\n`)
      .join(''),
    exitCode: 1,
  };
}

function headline(error: ParleyError): string {
  if (!isApiError(error)) return printable(error.message);
  if (isApiError(error, 'invalid_body_params')) return 'The request is invalid:';
  return printable(error.detail ?? textOf(error));
}

/** The text of the service; the message of the client also has the circumstances, which are printed apart. */
function textOf({ message, operation, status, messageKey }: ApiError): string {
  const start = `${operation} failed with ${status} ${messageKey}: `;
  const end = message.lastIndexOf(' (');
  return message.slice(message.startsWith(start) ? start.length : 0, end < 0 ? undefined : end);
}

function faultsOf(error: ParleyError): string[] {
  if (!isApiError(error, 'invalid_body_params')) return [];
  return Object.entries(error.invalidParams).map(([name, { message }]) => printable(`  ${name}: ${message}`));
}

function circumstances(error: ParleyError): string {
  const { operation, requestId } = error;
  const key = isApiError(error) ? `${error.status} ${error.messageKey}` : undefined;
  return [operation, key, requestId && `request ${requestId}`]
    .filter(Boolean)
    .map(String)
    .map(printable)
    .join(', ');
}

/** What the person can do, by the kind of the error. */
function advise(error: ParleyError): string {
  if (error instanceof ConnectionError)
    return 'Is the service running, and is its URL right? Set it with --url, PARLEY_URL or npx parley login.';
  if (!isApiError(error)) return '';
  switch (error.messageKey) {
    case 'unauthorized':
      return 'Log in with another token: npx parley login, or set PARLEY_TOKEN.';
    case 'forbidden':
      return 'Use a token of a key that has this scope.';
    case 'insufficient_billing_plan':
      return 'npx parley whoami shows the plan of the workspace.';
    case 'too_many_requests':
      return `Try again in ${error.retryAfter ?? 60} seconds.`;
    default:
      return error.status >= 500 ? 'Quote the request when you report this.' : '';
  }
}
