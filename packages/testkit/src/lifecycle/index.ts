export { checkSecrets } from './check-secrets.js';
export { type SimulatedDays, simulateDays } from './days/simulate-days.js';
export { erasePerson } from './erase-person.js';
export { expectedPlaces } from './expected-places.js';
