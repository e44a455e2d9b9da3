import { recordRoundTrips } from './testkit.js';

/** The statements of each round trip, without the notification of the workers, for which nobody waits. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const { roundTrips } = await recordRoundTrips(work);
  return roundTrips.filter(([first]) => first !== 'notify-workers');
}
