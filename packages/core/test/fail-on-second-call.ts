/** Stands for a process that is killed inside the transaction of a batch, before it commits. */
export function failOnSecondCall(now: () => Date, error = new Error('killed')): () => Date {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === 2) throw error;
    return now();
  };
}
