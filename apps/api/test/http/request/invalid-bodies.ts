import { describe, expect, it } from '@jest/globals';
import { send } from '../support/start-test-api.js';
import type { TestApiStage } from '../support/use-test-api.js';
import { createPost, errorsOf } from './post-json.js';

export function describeInvalidBodies(stage: TestApiStage): void {
  const post = createPost(stage);

  describe('400 invalid_body_params', () => {
    it('reports every error of a body at once, with the messages of Zod', async () => {
      const response = await post(
        '/v3/notes',
        JSON.stringify({
          title: '',
          color: 'green',
          ownerId: 'nobody',
          link: 'nowhere',
          slug: 'A1',
          dueAt: '2026-02-30T00:00:00Z',
          stars: 6,
          done: 'yes',
          subtitle: 7,
          tags: [{ name: 1 }, {}, { name: 'a', 'b/c': 1 }],
          extra: { a: 'a', b: 'b', c: 'c' },
          unknown: true,
        }),
      );
      expect(errorsOf(response)).toEqual({
        title: { key: 'too_small', message: 'String must contain at least 1 character(s)' },
        color: {
          key: 'invalid_enum_value',
          message: "Invalid enum value. Expected 'red' | 'blue', received 'green'",
        },
        ownerId: { key: 'invalid_string', message: 'Invalid uuid' },
        link: { key: 'invalid_string', message: expect.any(String) },
        slug: { key: 'invalid_string', message: 'Invalid: must match pattern "^[a-z]+$"' },
        dueAt: { key: 'invalid_date', message: 'Invalid date' },
        stars: { key: 'too_big', message: 'Number must be less than or equal to 5' },
        done: { key: 'invalid_type', message: 'Expected boolean, received string' },
        subtitle: { key: 'invalid_type', message: 'Expected string, received number' },
        'tags.0.name': { key: 'invalid_type', message: 'Expected string, received number' },
        'tags.1.name': { key: 'invalid_type', message: 'Required' },
        'tags.2.b/c': { key: 'unrecognized_keys', message: "Unrecognized key: 'tags.2.b/c'" },
        extra: { key: 'too_big', message: 'Object must contain at most 2 key(s)' },
        unknown: { key: 'unrecognized_keys', message: "Unrecognized key: 'unknown'" },
      });
    });

    it.each([
      ['{"title":"x","tags":[]}', 'tags', 'too_small', 'Array must contain at least 1 element(s)'],
      ['{"title":"x","stars":1.5}', 'stars', 'invalid_type', 'Expected integer, received float'],
      ['{"title":"x","stars":0}', 'stars', 'too_small', 'Number must be greater than or equal to 1'],
      ['{"title":"x","dueAt":5}', 'dueAt', 'invalid_type', 'Expected string, received number'],
      [
        '{"title":"x","subtitle":"too long"}',
        'subtitle',
        'too_big',
        'String must contain at most 5 character(s)',
      ],
      ['{"title":null}', 'title', 'invalid_type', 'Expected string, received null'],
      ['[]', 'body', 'invalid_type', 'Expected object, received array'],
      ['null', 'body', 'invalid_type', 'Expected object, received null'],
      ['{}', 'title', 'invalid_type', 'Required'],
      ['', 'title', 'invalid_type', 'Required'],
      ['{"title":', 'body', 'invalid_json', 'Body is not valid JSON'],
      [' ', 'body', 'invalid_json', 'Body is not valid JSON'],
      ['{"title":"\\u0000"}', 'title', 'invalid_string', expect.any(String)],
      ['{"title":"\\ud800"}', 'title', 'invalid_string', expect.any(String)],
      ['{"title":"x","extra":{"a\\u0000":"x"}}', 'extra.a\uFFFD', 'invalid_string', expect.any(String)],
      ['{"title":"x","\\ud800":"o"}', '\uFFFD', 'invalid_string', expect.any(String)],
      [
        '{"title":"x","tags":[{"name":"y","\\udc00":1}]}',
        'tags.0.\uFFFD',
        'invalid_string',
        expect.any(String),
      ],
      ['{"title":"x","color":"\\ud800"}', 'color', 'invalid_string', expect.any(String)],
      ['{"title":"x","__proto__":{"a":1}}', '__proto__', 'unrecognized_keys', expect.any(String)],
      ['{"title":"x","constructor":{"prototype":1}}', 'constructor', 'unrecognized_keys', expect.any(String)],
    ])('%s: %s is %s', async (body, name, key, message) => {
      const errors = errorsOf(await post('/v3/notes', body));
      expect(Object.entries(errors ?? {})).toEqual([[name, { key, message }]]);
    });

    it('a valid surrogate pair is accepted', async () => {
      expect((await post('/v3/notes', '{"title":"\\ud83d\\ude00"}')).status).toBe(200);
    });

    it('a value in an error message is not truncated within a surrogate pair', async () => {
      const color = `${'x'.repeat(63)}\u{1F600}y`;
      const errors = errorsOf(await post('/v3/notes', JSON.stringify({ title: 'x', color })));
      expect(errors?.color?.message).toContain(`received '${'x'.repeat(63)}\uFFFD…'`);
    });

    it('bytes that are not UTF-8', async () => {
      const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      expect(errorsOf(await post('/v3/notes', bytes))).toEqual({
        body: { key: 'invalid_json', message: 'Body is not valid UTF-8' },
      });
    });

    it('a body nested a hundred thousand levels deep', async () => {
      const deep = `{"title":"x","extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(errorsOf(await post('/v3/notes', deep))).toMatchObject({ body: { key: 'invalid_json' } });
    });

    it('at most fifty errors are reported', async () => {
      const tags = JSON.stringify(Array(500).fill({}));
      expect(
        Object.keys(errorsOf(await post('/v3/notes', `{"title":"x","tags":${tags}}`)) ?? {}),
      ).toHaveLength(50);
    });

    it('a large body with an error in every item is refused without collecting them all', async () => {
      const body = `{"title":"x","tags":[${'{},'.repeat(300_000)}{}]}`;
      const errors = errorsOf(await post('/v3/notes', body));
      expect(errors).toMatchObject({
        tags: { key: 'too_big', message: 'Array must contain at most 1000 element(s)' },
        'tags.0.name': { key: 'invalid_type', message: 'Required' },
      });
    });

    it('an unknown query parameter in v3; v2 ignores it', async () => {
      const { token } = stage.tenant;
      expect(errorsOf(await send(`${stage.api.url}/v3/notes/1?page=2`, { token }))).toEqual({
        page: { key: 'unrecognized_keys', message: "Unrecognized key: 'page'" },
      });
      expect((await send(`${stage.api.url}/v2/notes/1?page=2`, { token })).status).toBe(200);
    });

    it.each([
      ['x'.repeat(256), 'too_big'],
      ['caf\u00e9', 'invalid_string'],
    ])('an invalid Idempotency-Key (%s)', async (key, reason) => {
      const errors = errorsOf(await post('/v3/notes', '{"title":"x"}', { 'Idempotency-Key': key }));
      expect(errors).toMatchObject({ 'Idempotency-Key': { key: reason } });
    });
  });
}
