/** The answer, known to have this status; fails with the whole body when it has another one. */
export function expectStatus<
  Answer extends { status: number; body: unknown },
  Status extends Answer['status'],
>(answer: Answer, status: Status): Extract<Answer, { status: Status }> {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  // The union is told apart by the status that was just compared.
  return answer as Extract<Answer, { status: Status }>;
}
