/** Adds what a reporter found to the JSON of the run, since Jest writes only that some reporter failed. */
export function addProblem(results, message) {
  results.problems = [...(results.problems ?? []), message];
}
