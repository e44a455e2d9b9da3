/**
 * Remembers the result for the last input. Expensive work is done before a transaction, with what is visible there, and
 * repeated inside of it only if the input has changed meanwhile.
 */
export function memoizeLast<Question, Answer>(
  workOut: (question: Question) => Answer,
): (question: Question) => Answer {
  let last: { readonly question: string; readonly answer: Answer } | undefined;
  return (question) => {
    // JSON has no text for undefined alone, so the input is put into a list.
    const text = JSON.stringify([question]);
    if (last?.question !== text) last = { question: text, answer: workOut(question) };
    return last.answer;
  };
}
