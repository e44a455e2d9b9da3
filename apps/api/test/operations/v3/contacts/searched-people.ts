import type { components } from '@parley/contract/v3';

/** Five contacts, for searches; the later in the list, the newer. */
export const searchedPeople: readonly components['schemas']['ContactUpsertItem'][] = [
  {
    firstName: 'Ada',
    lastName: 'Berg',
    phoneNumber: '+4915100000001',
    email: 'ada@customer.example',
    labels: [{ name: 'VIP' }, { name: 'Old' }],
    attributes: values({ text: 'Berlin', number: '9', date: '2026-01-31', boolean: 'true' }),
  },
  {
    firstName: 'Grace',
    lastName: 'Hopper',
    phoneNumber: '+4915100000002',
    labels: [{ name: 'vip' }],
    attributes: values({ text: 'berlin', number: '10', date: '2026-02-01', boolean: 'false' }),
  },
  {
    firstName: 'Alan',
    email: 'alan_50%@customer.example',
    isSubscribed: false,
    attributes: values({ text: '10', number: '-2.50' }),
  },
  { lastName: 'Ada', phoneNumber: '+4915100000004', labels: [{ name: 'Old' }] },
  { phoneNumber: '+4915100000005', attributes: values({ text: `${'x'.repeat(300)}y` }) },
];

function values(byExternalId: Readonly<Record<string, string>>) {
  return Object.entries(byExternalId).map(([externalId, value]) => ({ externalId, value }));
}
