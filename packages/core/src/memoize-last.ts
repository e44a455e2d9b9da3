/**
 * Caches the result for the last input. Expensive work is done before a transaction, with the data that is visible at
 * that time. It is repeated inside the transaction only if the input has changed in the meantime.
 */
export function memoizeLast<Input, Result>(compute: (input: Input) => Result): (input: Input) => Result {
  let last: { readonly input: string; readonly result: Result } | undefined;
  return (input) => {
    // JSON has no text for undefined alone, so the input is put into a list.
    const text = JSON.stringify([input]);
    if (last?.input !== text) last = { input: text, result: compute(input) };
    return last.result;
  };
}
