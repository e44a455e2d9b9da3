import { attributeIds, contactIds, demoId, handleIds } from './ids.js';

const contactRows = [
  {
    id: contactIds.ada,
    firstName: 'Ada',
    lastName: 'Berg',
    phoneNumber: '+4915112345678',
    timeZone: 'Europe/Berlin',
    createdAt: new Date('2026-10-14T08:00:00.000Z'),
    updatedAt: new Date('2026-11-14T09:12:30.000Z'),
  },
  {
    id: contactIds.bruno,
    firstName: 'Bruno',
    lastName: 'Keller',
    phoneNumber: '+41791234567',
    metadata: { customerNumber: 'C-2041' },
    createdAt: new Date('2026-11-11T10:00:00.000Z'),
  },
  {
    id: contactIds.chiara,
    firstName: 'Chiara',
    lastName: 'Rossi',
    phoneNumber: '+393471234567',
    email: 'chiara.rossi@example.com',
    createdAt: new Date('2026-11-12T10:00:00.000Z'),
  },
  {
    id: contactIds.deniz,
    firstName: 'Deniz',
    isSubscribed: false,
    createdAt: new Date('2026-11-13T10:00:00.000Z'),
  },
  {
    id: contactIds.unknown,
    phoneNumber: '+4915187654321',
    createdAt: new Date('2026-11-14T07:45:00.000Z'),
  },
  {
    id: contactIds.emil,
    firstName: 'Emil',
    lastName: 'Novak',
    phoneNumber: '+4915155512345',
    isSubscribed: false,
    createdAt: new Date('2026-10-15T08:00:00.000Z'),
    updatedAt: new Date('2026-10-20T08:30:00.000Z'),
  },
];

export const contacts = contactRows.map((row) => ({ updatedAt: row.createdAt, ...row }));

/** The id of a contact that was merged into Ada. */
export const mergedContacts = [
  { id: contactIds.merged, mergedInto: contactIds.ada, createdAt: new Date('2026-11-13T11:00:00.000Z') },
];

const handleRows = [
  {
    id: handleIds.adaPhone,
    contactId: contactIds.ada,
    type: 'phone_number',
    value: '+4915112345678',
    isPrimary: true,
  },
  {
    id: handleIds.brunoPhone,
    contactId: contactIds.bruno,
    type: 'phone_number',
    value: '+41791234567',
    isPrimary: true,
  },
  {
    id: handleIds.chiaraEmail,
    contactId: contactIds.chiara,
    type: 'email',
    value: 'chiara.rossi@example.com',
    isPrimary: true,
  },
  {
    id: handleIds.chiaraWork,
    contactId: contactIds.chiara,
    type: 'email',
    value: 'c.rossi@work.example',
    isPrimary: false,
  },
  {
    id: handleIds.chiaraPhone,
    contactId: contactIds.chiara,
    type: 'phone_number',
    value: '+393471234567',
    isPrimary: true,
  },
  {
    id: handleIds.denizInstagram,
    contactId: contactIds.deniz,
    type: 'instagram',
    value: '17841400000000004',
    isPrimary: true,
    extra: { username: 'deniz.makes' },
  },
  {
    id: handleIds.unknownPhone,
    contactId: contactIds.unknown,
    type: 'phone_number',
    value: '+4915187654321',
    isPrimary: true,
  },
  {
    id: handleIds.emilPhone,
    contactId: contactIds.emil,
    type: 'phone_number',
    value: '+4915155512345',
    isPrimary: true,
  },
] as const;

/** A contact has had its addresses from the beginning. */
export const handles = handleRows.map((row) => {
  const createdAt = contacts.find(({ id }) => id === row.contactId)?.createdAt ?? new Date(0);
  return { ...row, createdAt, updatedAt: createdAt };
});

const labelIds = { vip: demoId('61'), newsletter: demoId('62'), complaint: demoId('63') };

export const labels = [
  { id: labelIds.vip, name: 'VIP', color: '#7C3AED' },
  { id: labelIds.newsletter, name: 'Newsletter', color: '#0EA5E9' },
  { id: labelIds.complaint, name: 'Complaint', color: '#DC2626' },
];

export const contactLabels = [
  { contactId: contactIds.ada, labelId: labelIds.vip },
  { contactId: contactIds.chiara, labelId: labelIds.newsletter },
  { contactId: contactIds.chiara, labelId: labelIds.vip },
];

const attributesMadeAt = new Date('2026-10-01T10:00:00.000Z');

export const attributes = [
  {
    id: attributeIds.city,
    externalId: 'city',
    name: 'City',
    type: 'text',
    description: 'Where the customer lives',
    isVisibleQuickEdit: true,
    isVisibleContactsTable: true,
    createdAt: attributesMadeAt,
    updatedAt: attributesMadeAt,
  },
  { id: attributeIds.birthday, externalId: 'birthday', name: 'Birthday', type: 'date' },
  { id: attributeIds.orderCount, externalId: 'orderCount', name: 'Orders', type: 'number' },
] as const;

export const attributeValues = [
  { contactId: contactIds.ada, attributeId: attributeIds.city, value: 'Berlin' },
  { contactId: contactIds.bruno, attributeId: attributeIds.city, value: 'Bern' },
  { contactId: contactIds.chiara, attributeId: attributeIds.birthday, value: '1991-04-23' },
  { contactId: contactIds.chiara, attributeId: attributeIds.orderCount, value: '7' },
];
