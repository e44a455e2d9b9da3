/** Returns a number with its noun: `1 problem`, `2 problems`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
