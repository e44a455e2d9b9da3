/** Compares a measured value with its target. */
export function atLeast(value: number, target: number, unit = ''): string {
  return `at least ${show(target)}${unit}: ${value >= target ? 'reached' : 'missed'}`;
}

export function atMost(value: number, target: number, unit = ''): string {
  return `at most ${show(target)}${unit}: ${value <= target ? 'reached' : 'missed'}`;
}

export function moreThan(value: number, target: number): string {
  return `more than ${show(target)}: ${value > target ? 'reached' : 'missed'}`;
}

export function exactly(value: number, target: number): string {
  return `exactly ${show(target)}: ${value === target ? 'reached' : 'missed'}`;
}

function show(target: number): string {
  return target.toLocaleString('en');
}
