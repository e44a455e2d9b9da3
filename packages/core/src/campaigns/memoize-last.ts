/**
 * Answers a question that is the same as the last one without working it out again. So what costs time is worked out
 * before a transaction, from what can be seen there, and inside of it only if that has changed meanwhile.
 */
export function memoizeLast<Question, Answer>(
  workOut: (question: Question) => Answer,
): (question: Question) => Answer {
  let last: { readonly question: string; readonly answer: Answer } | undefined;
  return (question) => {
    // In a list, since nothing at all has no text of its own.
    const text = JSON.stringify([question]);
    if (last?.question !== text) last = { question: text, answer: workOut(question) };
    return last.answer;
  };
}
