export const dayMs = 24 * 60 * 60 * 1_000;

/** A clock that is moved from day to day, and otherwise runs at the usual speed. */
export interface DayClock {
  /** Returns the beginning of a day, counted from 0. */
  startOf(day: number): Date;
  /** 0.5 is noon of the first day. */
  moveTo(day: number): void;
  readonly now: () => Date;
}

/**
 * The days begin on a Monday, and all of them are in the past. The queue uses the clock of the database, so a job that
 * is due on a simulated day is due now.
 */
export function createDayClock(days: number): DayClock {
  const week = 7 * dayMs;
  // The epoch began on a Thursday.
  const monday = 4 * dayMs;
  const latest = Date.now() - (days + 1) * dayMs;
  const firstMs = latest - ((latest - monday) % week);
  let skewMs = 0;
  return {
    startOf: (day) => new Date(firstMs + day * dayMs),
    moveTo(day) {
      skewMs = firstMs + day * dayMs - Date.now();
    },
    now: () => new Date(Date.now() + skewMs),
  };
}
