import { segmentIds } from './ids.js';

export const segments = [
  {
    id: segmentIds.vips,
    name: 'VIPs',
    query: 'and(eq(labelName,"VIP"),eq(isSubscribed,true))',
    createdAt: new Date('2026-11-01T10:20:00.000Z'),
  },
];
