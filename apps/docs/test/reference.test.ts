import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contractVersions } from '../generator/list-entries.js';
import { readObject } from '../generator/read-node.js';
import { describeType } from '../generator/reference/describe-type.js';
import { escapeProse } from '../generator/reference/escape-prose.js';
import { renderFields } from '../generator/reference/render-fields.js';
import { describeReference, unescapeText } from './support/describe-reference.js';
import { folder } from './support/read-files.js';

const read = (link: string) => readFileSync(join(folder('generated/site'), `${link.slice(1)}.md`), 'utf8');

describe('as text,', () => {
  describeReference({
    pageOf: read,
    textOf: (link) => unescapeText(read(link)).replaceAll('*', ''),
    linkTo: (link, anchor = '') => `](/docs${link}.md${anchor})`,
  });
});

describe('the fields of a schema', () => {
  const { document } = contractVersions.v3;

  it('have their types with bounds, and choices', () => {
    expect(describeType(document, { type: ['string', 'null'], maxLength: 2000 })).toBe(
      'string or null, at most 2,000 characters',
    );
    expect(describeType(document, { type: 'array', items: { type: 'object' }, maxItems: 3 })).toBe(
      'list of objects, at most 3 items',
    );
    expect(describeType(document, { type: 'string', enum: ['a', 'b'], default: 'a' })).toBe(
      'one of `a`, `b`, default `"a"`',
    );
  });

  it('of a schema that contains itself end', () => {
    const schema = readObject(document, { $ref: '#/components/schemas/AutomationCreate' });
    const text = renderFields(document, schema);
    expect(text).toContain('- The same choices as above.');
    expect(text.split('**Branch').length).toBe(2);
  });

  it('have no text that Vue reads as code', () => {
    expect(escapeProse('a <name> `<b>` `{{d}}`')).toBe('a &lt;name> `<b>` <code v-pre>{{d}}</code>');
  });
});
