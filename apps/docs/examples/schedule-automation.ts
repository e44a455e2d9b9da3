import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const { id: automationId } = await parley.POST('/automations', {
  body: {
    name: 'Week of a VIP',
    trigger: {
      type: 'schedule',
      schedule: { rule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0', timeZone: 'Europe/Berlin' },
      audience: { query: 'and(eq(labelName,"VIP"),eq(isSubscribed,true))' },
    },
    steps: [{ type: 'send_message', text: 'Good morning, {{displayName}}!' }],
  },
});
const params = { path: { automationId } };
const { status, occurrences } = await parley.POST('/automations/{automationId}/publish', { params });

const next = new Date(occurrences?.nextOccurrenceAt ?? '');
const print = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(next);
console.log(`Next on a ${print({ weekday: 'long' })} at ${print({ timeStyle: 'short' })} in Berlin`);
console.log(status);

const deactivated = await parley.POST('/automations/{automationId}/deactivate', { params });
console.log(deactivated.status);
