import { afterAll, describe, expect, it } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';

const closed: string[] = [];
const open = (name: string) =>
  useResource(
    async () => ({ name }),
    () => closed.push(name),
  );

describe('a resource', () => {
  const [first, second] = [open('first'), open('second')];
  describe('of a nested describe', () => {
    const inner = open('inner');
    it('is open while tests run', () => {
      expect([first.name, second.name, inner.name, closed]).toEqual(['first', 'second', 'inner', []]);
    });
  });
  it('is closed at the end of its describe', () => expect(closed).toEqual(['inner']));
});

it('is closed before those that were opened before it', () => {
  expect(closed.splice(0)).toEqual(['inner', 'second', 'first']);
});

describe('beside a resource of another file of the process', () => {
  const { testPath = '' } = expect.getState();
  expect.setState({ testPath: 'another file' });
  open('of another file');
  expect.setState({ testPath });
  open('of this file');
  afterAll(() => expect(closed).toEqual(['of another file', 'of this file']));
  it('is closed by its own hook', () => expect(closed).toEqual([]));
});
