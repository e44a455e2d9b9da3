/** Narrows the type of the response to this status; throws with the whole body when it has another one. */
export function expectStatus<
  Response extends { status: number; body: unknown },
  Status extends Response['status'],
>(response: Response, status: Status): Extract<Response, { status: Status }> {
  if (response.status !== status) {
    throw new Error(`Expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`);
  }
  // The status that was just compared discriminates the union.
  return response as Extract<Response, { status: Status }>;
}
