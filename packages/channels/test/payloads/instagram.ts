const CUSTOMER = { id: '6547000000000001' };
const ACCOUNT = { id: '17841400000000001' };

/** Notifications in the shape of the Instagram messaging reference. */
export function notification(...events: object[]): object {
  return {
    object: 'instagram',
    entry: [{ id: ACCOUNT.id, time: 1763112000500, messaging: events }],
  };
}

export function fromCustomer(content: object): object {
  return { sender: CUSTOMER, recipient: ACCOUNT, timestamp: 1763112000123, ...content };
}

export const text = notification(fromCustomer({ message: { mid: 'mid.T', text: 'Is it still there?' } }));

export const reply = notification(
  fromCustomer({ message: { mid: 'mid.R', text: 'This one', reply_to: { mid: 'mid.Q' } } }),
);

export const storyReply = notification(
  fromCustomer({
    message: {
      mid: 'mid.S',
      text: 'Nice',
      reply_to: { story: { id: '1784', url: 'https://cdn.example/story' } },
    },
  }),
);

export const echo = notification({
  sender: ACCOUNT,
  recipient: CUSTOMER,
  timestamp: 1763112000123,
  message: { mid: 'mid.E', text: 'Yes, it is.', is_echo: true },
});

export const image = notification(
  fromCustomer({
    message: {
      mid: 'mid.I',
      text: 'This one',
      attachments: [{ type: 'image', payload: { url: 'https://cdn.example/i.jpg' } }],
    },
  }),
);

export function attachmentOf(type: string): object {
  return notification(
    fromCustomer({
      message: { mid: 'mid.M', attachments: [{ type, payload: { url: 'https://cdn.example/m' } }] },
    }),
  );
}

export const quickReply = notification(
  fromCustomer({ message: { mid: 'mid.Q', text: 'Blue', quick_reply: { payload: 'COLOUR_BLUE' } } }),
);

export const postback = notification(
  fromCustomer({ postback: { mid: 'mid.P', title: 'Opening hours', payload: 'HOURS' } }),
);

export const receipts = notification(
  fromCustomer({ read: { mid: 'mid.OUT1' } }),
  fromCustomer({ delivery: { mids: ['mid.OUT1', 'mid.OUT2'], watermark: 1763112000100 } }),
);

export const changes = {
  object: 'instagram',
  entry: [
    {
      id: ACCOUNT.id,
      time: 1763112000,
      changes: [{ field: 'messages', value: fromCustomer({ message: { mid: 'mid.C', text: 'Hi' } }) }],
    },
  ],
};

export const ignored = {
  reaction: notification(fromCustomer({ reaction: { mid: 'mid.T', action: 'wave', emoji: '❤' } })),
  deleted: notification(fromCustomer({ message: { mid: 'mid.T', is_deleted: true } })),
  unsupported: notification(fromCustomer({ message: { mid: 'mid.U', is_unsupported: true } })),
  watermark: notification(fromCustomer({ read: { watermark: 1763112000100 } })),
  unknown: notification(fromCustomer({ hologram: {} })),
};
