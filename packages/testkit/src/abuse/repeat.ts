/** Does the work for each number from 0 to `count` − 1, several at a time, and returns the results in this order. */
export async function repeat<Result>(
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
  work: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(count);
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const number = next++;
      results[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return results;
}

/** Runs a measurement while several attackers repeat an attack, and then ends the attack. */
export async function during<Result>(
  attackers: number,
  attack: (number: number) => Promise<unknown>,
  measure: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  let next = 0;
  const attacks = Promise.all(
    Array.from({ length: attackers }, async () => {
      while (!isOver) await attack(next++);
    }),
  );
  // The attacks are awaited below, even if the measurement fails first.
  attacks.catch(() => undefined);
  try {
    return await measure();
  } finally {
    isOver = true;
    await attacks;
  }
}
