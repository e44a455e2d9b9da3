/** Returns a promise, and a function that resolves it. */
export function createSignal(): [signal: Promise<void>, give: () => void] {
  let give = () => {};
  const signal = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [signal, () => give()];
}
