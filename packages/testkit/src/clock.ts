/** A clock that moves only when a test sets it. */
export interface TestClock {
  readonly now: () => Date;
  set(time: string | Date): void;
  advance(milliseconds: number): void;
}

export function createClock(start: string | Date): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set(next) {
      time = new Date(next).getTime();
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
