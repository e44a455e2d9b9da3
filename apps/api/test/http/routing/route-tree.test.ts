import { describe, expect, it } from '@jest/globals';
import { RouteTree } from '../../../src/http/routing/route-tree.js';

const tree = new RouteTree<string>();
for (const path of [
  '/v3/notes',
  '/v3/notes/search',
  '/v3/notes/{noteId}',
  '/v3/{boxId}/letters/{letterId}',
]) {
  tree.add(path, path);
}

describe('RouteTree', () => {
  it.each([
    ['/v3/notes', '/v3/notes', {}],
    ['/v3/notes/search', '/v3/notes/search', {}],
    ['/v3/notes/searches', '/v3/notes/{noteId}', { noteId: 'searches' }],
    ['/v3/notes/letters/1', '/v3/{boxId}/letters/{letterId}', { boxId: 'notes', letterId: '1' }],
    ['/v3/a/letters/b', '/v3/{boxId}/letters/{letterId}', { boxId: 'a', letterId: 'b' }],
  ])('%s is %s: a fixed segment takes precedence over a parameter', (path, value, params) => {
    expect(tree.find(path)).toEqual({ value, params });
  });

  it.each([
    ['%41%2fb', 'A/b'],
    ['%C3%BC', 'ü'],
    ['%25', '%'],
    ['%', '%'],
    ['%f0%28', '%f0%28'],
    ['a%00', 'a%00'],
    ['x'.repeat(15_000), 'x'.repeat(15_000)],
  ])('a parameter is decoded, or left unchanged if that is impossible', (sent, noteId) => {
    expect(tree.find(`/v3/notes/${sent}`)).toMatchObject({ params: { noteId } });
  });

  it.each(['/v3/notes/', '/v3/Notes', '/v3/%6eotes', '/v3//letters/1', '/v3/notes/1/2', '', '/'])(
    '"%s" matches no path',
    (path) => expect(tree.find(path)).toBeUndefined(),
  );

  it('refuses to add a path twice', () => {
    expect(() => tree.add('/v3/notes/{id}', 'again')).toThrow('already declared');
  });
});
