import { demoId, teamIds, userIds } from './ids.js';

export const users = [
  {
    id: userIds.mara,
    externalId: 'crm-204',
    name: 'Mara Lindt',
    email: 'mara@shop.example',
    createdAt: new Date('2026-11-01T10:00:00.000Z'),
  },
  { id: userIds.noor, name: 'Noor Haddad', createdAt: new Date('2026-11-01T10:05:00.000Z') },
  {
    id: demoId('c7'),
    externalId: 'crm-206',
    name: 'Otis Brandt',
    isAvailable: false,
    createdAt: new Date('2026-11-01T10:10:00.000Z'),
  },
];

export const teams = [
  { id: teamIds.support, name: 'Support', createdAt: new Date('2026-11-01T10:15:00.000Z') },
];

export const teamMembers = users.map(({ id }) => ({ teamId: teamIds.support, userId: id }));
