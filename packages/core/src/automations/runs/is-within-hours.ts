import { toLocal } from '../../time-zones/local-time.js';
import { type WorkingHours, weekdays } from '../versions/steps.js';

/** Whether a time lies within working hours. Local times follow the changes of daylight saving of the time zone. */
export function isWithinHours({ timeZone, hours }: WorkingHours, at: Date): boolean {
  const local = toLocal(timeZone, at);
  // The list of the days begins with Monday.
  const today = weekdays[(local.getUTCDay() + 6) % 7];
  const time = local.toISOString().slice(11, 16);
  return hours.some(({ day, from, to }) => day === today && from <= time && time < to);
}
