import { createTransport } from 'nodemailer';
import type { ChannelConfiguration, ProviderCallOptions, SendResult } from '../adapter/channel-adapter.js';
import type { OutboundMessage } from '../adapter/outbound-message.js';
import { cannotSend, SendError } from '../adapter/send-error.js';
import { exchangeDeadline } from '../http/exchange-deadline.js';
import { toEmailAddress } from '../payload/email-address.js';
import { booleanSetting, integerSetting, requiredSetting, textSetting } from '../settings/read-setting.js';
import { loadAttachments } from './load-attachments.js';
import { isMessageId, outboundMessageId } from './message-id.js';
import { DEFAULT_SMTP_PORT } from './settings.js';
import { smtpError } from './smtp-error.js';
import { socketOpener } from './socket-opener.js';

export async function send(
  message: OutboundMessage,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SendResult> {
  const mail = envelopeOf(message, channel);
  let unreadable: unknown;
  const onUnreadable = (error: unknown) => {
    unreadable = error;
  };
  const attachments = loadAttachments(message.attachments, { ...options, onUnreadable });
  const signal = exchangeDeadline(options);
  const transport = createTransport({
    ...serverOf(channel),
    getSocket: socketOpener(signal, options),
    // The author of a message must not be able to make the worker read files or open links.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ ...mail, attachments });
    return { vendorId: mail.messageId, walk: ['sent'] };
  } catch (error) {
    throw unreadable === undefined ? smtpError(error, signal) : unreadableAttachment(unreadable);
  } finally {
    transport.close();
  }
}

/** The mail was interrupted before its end, so no server has accepted it. */
function unreadableAttachment(cause: unknown): SendError {
  if (cause instanceof SendError) return cause;
  const message = 'An attachment could not be read completely.';
  return new SendError('attachment_unreadable', message, { retryable: true, cause });
}

function serverOf({ settings, secrets }: ChannelConfiguration) {
  const secure = booleanSetting(settings, 'secure') ?? false;
  const user = textSetting(settings, 'username');
  return {
    host: requiredSetting(settings, 'host'),
    port: integerSetting(settings, 'port') ?? DEFAULT_SMTP_PORT,
    secure,
    requireTLS: !secure && (booleanSetting(settings, 'requireTls') ?? true),
    ...(user === undefined ? {} : { auth: { user, pass: requiredSetting(secrets, 'password') } }),
  };
}

function envelopeOf(message: OutboundMessage, { settings }: ChannelConfiguration) {
  const to = toEmailAddress(message.to.value);
  if (to === undefined)
    throw cannotSend('invalid_recipient', `"${message.to.value}" is not an email address.`);
  if (message.text === null && message.attachments.length === 0) {
    throw cannotSend('empty_message', 'The message has neither text nor an attachment.');
  }
  const address = requiredSetting(settings, 'from');
  return {
    from: { name: textSetting(settings, 'fromName') ?? '', address },
    // As an object the address is not parsed again: one handle can never become two recipients.
    to: { name: '', address: to },
    subject: message.subject ?? textSetting(settings, 'defaultSubject') ?? 'New message',
    text: message.text ?? '',
    messageId: outboundMessageId(message.id, address),
    headers: message.automated ? { 'Auto-Submitted': autoSubmitted(message) } : {},
    ...(isMessageId(message.inReplyTo)
      ? { inReplyTo: message.inReplyTo, references: [message.inReplyTo] }
      : {}),
  };
}

/** Keeps other machines from replying (RFC 3834, section 5). */
function autoSubmitted({ inReplyTo }: OutboundMessage): string {
  return inReplyTo === undefined ? 'auto-generated' : 'auto-replied';
}
