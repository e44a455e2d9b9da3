import type { WorkingHours } from '../versions/steps.js';

/** Whether a time lies within working hours. Local times follow the changes of daylight saving of the time zone. */
export function isWithinHours({ timeZone, hours }: WorkingHours, at: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const today = read('weekday').toLowerCase();
  const time = `${read('hour')}:${read('minute')}`;
  return hours.some(({ day, from, to }) => day === today && from <= time && time < to);
}
