/** A clock that moves only when a test sets it. */
export interface TestClock {
  readonly now: () => Date;
  set(time: string | Date): void;
  /** Milliseconds since the start; setting the time does not change them. */
  readonly steadyNowMs: () => number;
  advance(milliseconds: number): void;
  /** Sets the time back, as an operator or a time service does. */
  setBack(milliseconds: number): void;
}

export function createClock(start: string | Date): TestClock {
  let time = new Date(start).getTime();
  let steadyMs = 0;
  return {
    now: () => new Date(time),
    steadyNowMs: () => steadyMs,
    set(next) {
      time = new Date(next).getTime();
    },
    advance(milliseconds) {
      time += milliseconds;
      steadyMs += milliseconds;
    },
    setBack(milliseconds) {
      time -= milliseconds;
    },
  };
}
