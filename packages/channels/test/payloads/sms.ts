/** Forms in the shape of Twilio's messaging webhooks. */
export const inboundText = {
  ToCountry: 'US',
  SmsMessageSid: 'SM0001',
  NumMedia: '0',
  FromCity: 'PALO ALTO',
  SmsSid: 'SM0001',
  SmsStatus: 'received',
  Body: 'Hello & wëlcome',
  To: '+15005550006',
  NumSegments: '1',
  MessageSid: 'SM0001',
  AccountSid: `AC${'0'.repeat(32)}`,
  From: '+16505551234',
  ApiVersion: '2010-04-01',
};

export const inboundMedia = {
  ...inboundText,
  Body: '',
  NumMedia: '2',
  MediaUrl0: 'https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM1/Media/ME1',
  MediaContentType0: 'image/jpeg',
  MediaUrl1: 'https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM1/Media/ME2',
  MediaContentType1: 'application/pdf',
};

export function statusCallback(status: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    SmsSid: 'SM0002',
    SmsStatus: status,
    MessageStatus: status,
    To: '+16505551234',
    MessageSid: 'SM0002',
    AccountSid: `AC${'0'.repeat(32)}`,
    From: '+15005550006',
    ApiVersion: '2010-04-01',
    ...more,
  };
}
