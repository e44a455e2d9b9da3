/** The report of a consumer that reads one field in two files. */
export const acme = {
  kind: 'parley-uses',
  version: 1,
  consumer: 'acme',
  operations: { 'v3 getChat': [{ file: 'src/a.ts', line: 3, sends: [] }] },
  responseFields: {
    'v3 getChat data.openUntil': [
      { file: 'src/a.ts', line: 4, schema: 'Chat.openUntil' },
      { file: 'src/b.ts', line: 9, schema: 'Chat.openUntil' },
    ],
  },
};

/** The report of a consumer that passes a whole response on. */
export const beta = {
  ...acme,
  consumer: 'beta',
  responseFields: { 'v3 getChat data.*': [{ file: 'src/log.ts', line: 12 }] },
};

export const once = { count: 1, lastUsed: '2026-11-14' };

/** The usage of a key in an export of the server. */
export const key = (keyName: string, used: object) => ({
  ...{ tenant: 'tenant-1', keyId: `id of ${keyName}`, keyName },
  ...{ operations: {}, requestFields: {}, filterFields: {}, enumValues: {}, eventTypes: {}, errorKeys: {} },
  ...used,
});

/** An export of the server, with five keys and what a workspace has received. */
export const usage = {
  kind: 'parley-usage',
  version: 1,
  from: '2026-10-17',
  to: '2026-11-15',
  keys: [
    ...['shop', 'crm', 'app'].map((name) => key(name, { operations: { 'v3 getChat': once } })),
    key('sender', {
      operations: { 'v3 sendMessage': once, 'v3 searchChats': once },
      requestFields: { 'v3 sendMessage body.text': once },
      enumValues: { 'v3 changeChatStatus body.status=closed': once },
      errorKeys: { 'v3 getChat chat_not_found': once },
      filterFields: { 'v3 searchChats status': once },
    }),
    key('follower', { operations: { 'v3 streamEvents': once }, eventTypes: { 'v3 contact.merged': once } }),
    { ...key('', { eventTypes: { 'v3 chat.updated': once } }), keyId: null, keyName: null },
  ],
};
