/** Returns the response, known to have this status; throws with the whole body when it has another one. */
export function expectStatus<
  Answer extends { status: number; body: unknown },
  Status extends Answer['status'],
>(answer: Answer, status: Status): Extract<Answer, { status: Status }> {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  // The status that was just compared discriminates the union.
  return answer as Extract<Answer, { status: Status }>;
}
