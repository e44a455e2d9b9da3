import { Gauge, type Registry } from 'prom-client';
import type { DatabaseClock } from './database-clock.js';

/** Shows how far the clock of this process is off. */
export function observeClock(registry: Registry, clock: Pick<DatabaseClock, 'skewMs'>): void {
  new Gauge({
    name: 'parley_clock_skew_seconds',
    help: 'Seconds by which the clock of this process is ahead of the clock of the database.',
    registers: [registry],
    collect() {
      this.set(Math.round(clock.skewMs()) / 1_000);
    },
  });
}
