import { expect, it, jest } from '@jest/globals';
import { allMutations, describeMutations } from './planted/describe-mutations.js';
import { readConsumersAtOnce } from './planted/read-consumers.js';

// The compiler is slow on a busy machine.
jest.setTimeout(300_000);

/** One break for each kind of use and of place. `planted.long.test.ts` tries all. */
const names = [
  'an operation',
  'an operation that nobody calls',
  'an operation that is called by its name',
  'the stream',
  'an error key of a project that calls only by name',
  'an event that a stream names',
  'an error key of a result',
  'an event in a switch',
  'the name of a type',
  'the end of v2',
  'a field that is sent',
  'a field that nobody sends',
  'a required field that a named method does not send',
  'a required field that is not sent',
  'a default of a field that is not sent',
  'a value that is sent',
  'a limit in a branch that is sent',
  'a field of a step inside a step',
  'a required field of a step inside a step, which is sent without it',
  'a filter field',
  'the order by a field',
  'a filter field of a named search',
  'a field in the response of a named method',
  'a field of a streamed event',
  'a value of a query parameter, which a stream sends',
  'a field of a resource inside others, in responses and events',
  'a value that is compared with',
  'a field whose operation is unknown',
  'a field of the page',
  'a field in the response of one operation, whose resource others read from other operations',
  'a branch that is handled',
  'a field of v2',
  'a query parameter that is required now',
  'a header that is required now, which the client may send',
  'the server of all operations',
  'the media type of a request',
  'the values of a map that is sent',
  'the name of a response, which no report has',
];
const mutations = allMutations.filter(({ name }) => names.includes(name));

it('has a mutation for each name', () => {
  expect(mutations.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

describeMutations(mutations, readConsumersAtOnce);
