import { describe, expect, it } from '@jest/globals';
import { compileSchema, createCompiler, isOfFormat } from '@parley/validation';

describe('a compiled schema', () => {
  it('reports every error with its path, its keyword and its property', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { id: { type: 'string' }, kind: { enum: ['book', 'toy'] } },
    };
    expect(compileSchema(schema).findErrors({ kind: 'car', size: 1 })).toEqual([
      { path: '', keyword: 'required', message: "must have required property 'id'", property: 'id' },
      {
        path: '',
        keyword: 'additionalProperties',
        message: 'must NOT have additional properties',
        property: 'size',
        detail: 'size',
      },
      {
        path: '/kind',
        keyword: 'enum',
        message: 'must be equal to one of the allowed values',
        detail: ['book', 'toy'],
      },
    ]);
  });

  it('checks the standard formats, and custom formats in their place', () => {
    const schema = { type: 'string', format: 'uri' };
    const strict = createCompiler({ formats: { uri: { validate: (text: string) => text === 'a:b' } } });
    expect(compileSchema(schema).accepts('https://example.com')).toBe(true);
    expect(compileSchema(schema).accepts('example')).toBe(false);
    expect(strict.compile(schema).accepts('https://example.com')).toBe(false);
    expect(strict.compile(schema).accepts('a:b')).toBe(true);
  });

  it('resolves `$ref` in schemas that share one `$defs` object, including a definition that was added later', () => {
    const $defs: Record<string, object> = { id: { type: 'string', minLength: 2 } };
    const first = compileSchema({ $ref: '#/$defs/id', $defs });
    $defs.pair = { type: 'array', items: { $ref: '#/$defs/id' } };
    const second = compileSchema({ $ref: '#/$defs/pair', $defs });
    expect([first.accepts('ab'), first.accepts('a')]).toEqual([true, false]);
    expect([second.accepts(['ab']), second.accepts(['a'])]).toEqual([true, false]);
  });

  it('accepts a value that is too deep to be checked', () => {
    const $defs = { list: { type: 'array', items: { $ref: '#/$defs/list' } } };
    const validator = compileSchema({ $ref: '#/$defs/list', $defs });
    let deep: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(validator.accepts([[], [[]]])).toBe(true);
    expect(validator.accepts([1])).toBe(false);
    expect(validator.accepts(deep)).toBe(true);
  });

  it('refuses a pattern that is not valid in JavaScript', () => {
    expect(() => compileSchema({ type: 'string', pattern: '(?P<name>a)' })).toThrow('(?P<name>a)');
  });
});

describe('isOfFormat', () => {
  it('knows the formats of JSON Schema, and returns undefined for others', () => {
    expect(isOfFormat('uuid', '0190c3a1-5f0e-7b1c-8d2e-3f4a5b6c7d8e')).toBe(true);
    expect(isOfFormat('uuid', 'one')).toBe(false);
    expect(isOfFormat('phone-number', 'one')).toBeUndefined();
  });
});
