/** Notifications in the shape of the Cloud API's reference. */
export function notification(value: Record<string, unknown>, field = 'messages'): object {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field,
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
              ...value,
            },
          },
        ],
      },
    ],
  };
}

export function messageOf(content: Record<string, unknown>): object {
  return notification({
    contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: '16505551234' }],
    messages: [{ from: '16505551234', id: 'wamid.A', timestamp: '1763112000', ...content }],
  });
}

export const textMessage = messageOf({ type: 'text', text: { body: 'Does it come in green?' } });

export const mediaMessages = {
  image: messageOf({
    type: 'image',
    image: { id: '1003383421387256', mime_type: 'image/jpeg', sha256: 'c2hh', caption: 'Like this' },
  }),
  sticker: messageOf({ type: 'sticker', sticker: { id: '2003', mime_type: 'image/webp', animated: false } }),
  video: messageOf({ type: 'video', video: { id: '3003', mime_type: 'video/mp4', caption: 'Look' } }),
  audio: messageOf({
    type: 'audio',
    audio: { id: '4003', mime_type: 'audio/ogg; codecs=opus', voice: true },
  }),
  voice: messageOf({ type: 'voice', voice: { id: '4004', mime_type: 'audio/ogg' } }),
  document: messageOf({
    type: 'document',
    document: { id: '5003', mime_type: 'application/pdf', filename: 'offer.pdf', caption: 'Signed' },
  }),
};

export const locationMessage = messageOf({
  type: 'location',
  location: {
    latitude: 37.4421,
    longitude: -122.1617,
    name: 'Philz Coffee',
    address: '101 Forest Ave, Palo Alto',
  },
});

export const contactsMessage = messageOf({
  type: 'contacts',
  contacts: [
    {
      name: { formatted_name: 'Barbara Johnson', first_name: 'Barbara' },
      phones: [{ phone: '+1 650-555-9999', wa_id: '16505559999', type: 'MOBILE' }],
      emails: [{ email: 'barbara@example.com', type: 'WORK' }],
    },
  ],
});

export const replies = {
  button: messageOf({
    type: 'button',
    button: { payload: 'yes', text: 'Yes, please' },
    context: { id: 'wamid.Q' },
  }),
  buttonReply: messageOf({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Cancel order' } },
  }),
  listReply: messageOf({
    type: 'interactive',
    interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Express', description: 'One day' } },
  }),
};

export const order = messageOf({
  type: 'order',
  order: {
    catalog_id: '194836987003835',
    text: 'Please gift-wrap',
    product_items: [
      { product_retailer_id: 'mug-blue', quantity: 2, item_price: 7.5, currency: 'EUR' },
      { quantity: '1' },
    ],
  },
});

export const unsupported = messageOf({
  type: 'unsupported',
  errors: [
    {
      code: 131051,
      title: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    },
  ],
});

export const ignored = {
  reaction: messageOf({ type: 'reaction', reaction: { emoji: '👍' } }),
  system: messageOf({ type: 'system', system: { body: 'changed number', type: 'user_changed_number' } }),
  hologram: messageOf({ type: 'hologram', hologram: { id: '1' } }),
};

export const statuses = notification({
  statuses: [
    { id: 'wamid.S', status: 'sent', timestamp: '1763112001', recipient_id: '16505551234' },
    { id: 'wamid.S', status: 'delivered', timestamp: '1763112002', biz_opaque_callback_data: 'our-id' },
    { id: 'wamid.S', status: 'read', timestamp: '1763112003' },
    { id: 'wamid.V', status: 'played', timestamp: '1763112003' },
    { id: 'wamid.D', status: 'deleted', timestamp: '1763112003' },
    {
      id: 'wamid.F',
      status: 'failed',
      timestamp: '1763112004',
      errors: [
        {
          code: 131047,
          title: 'Re-engagement message',
          message: 'Re-engagement message',
          error_data: { details: 'More than 24 hours have passed since the customer last replied.' },
        },
      ],
    },
  ],
});

export const echo = notification(
  {
    message_echoes: [
      {
        from: '15550783881',
        to: '16505551234',
        id: 'wamid.E',
        timestamp: '1763112000',
        type: 'text',
        text: { body: 'We have it in green.' },
      },
    ],
  },
  'smb_message_echoes',
);

export const hiddenNumber = notification({
  contacts: [{ profile: { name: 'Sheena', username: 'sheena' }, user_id: 'US.13491208655302741918' }],
  messages: [
    {
      from_user_id: 'US.13491208655302741918',
      id: 'wamid.U',
      timestamp: '1763112000',
      type: 'text',
      text: { body: 'Hi' },
    },
  ],
});

/** Notifications about templates have no metadata of a phone number. */
export const templateNotification = {
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      time: 1763112000,
      changes: [
        {
          field: 'message_template_status_update',
          value: {
            event: 'REJECTED',
            message_template_id: 594425479261596,
            message_template_name: 'order_update',
            message_template_language: 'en',
            reason: 'INVALID_FORMAT',
          },
        },
      ],
    },
  ],
};
