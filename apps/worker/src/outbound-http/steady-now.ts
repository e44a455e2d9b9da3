/**
 * Milliseconds of a clock that is never set, unlike the one of the system: a wait must not become longer because the
 * time of the machine was corrected.
 */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
