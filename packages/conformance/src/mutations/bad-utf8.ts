import { own } from '@parley/validation';
import { formOf } from '../document/media-types.js';
import type { Operation, Parameter } from '../document/operation.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { applyChange } from './change.js';
import { namePath, orderBy } from './choose.js';
import { listSites } from './list-sites.js';
import { type MutateRequest, type RequestMutationInput, withBody } from './mutate-request.js';

const mark = 'conformance-mark';

/** Puts bytes that are not UTF-8 into the body, or into a parameter of the path or the query. */
export const badUtf8: MutateRequest = (input) => {
  const { operation, valid, pick } = input;
  const wrong = sequences[pick % sequences.length] ?? Buffer.from([0xff]);
  const isJson = valid.body !== undefined && formOf(valid.body.media.type) === 'json';
  const places = [...(isJson ? (['body'] as const) : []), ...listParameters(operation, valid)];
  const [place] = orderBy(places, pick, (one) => (one === 'body' ? one : `${one.in} ${one.name}`));
  if (place === undefined) return undefined;
  return place === 'body' ? mutateBody(input, wrong) : mutateParameter(input, place, wrong);
};

/** Puts the bytes inside a text where there is one. JSON must be UTF-8 (RFC 8259, 8.1). */
function mutateBody({ valid: { body }, request, pick }: RequestMutationInput, wrong: Buffer) {
  if (!body) return undefined;
  const texts = listSites(body.media.schema, body.value).filter(({ value }) => typeof value === 'string');
  const [site] = orderBy(texts, pick, ({ path }) => namePath(path));
  const json = JSON.stringify(site ? applyChange(body.value, { path: site.path, value: mark }) : mark);
  const [before = '', after = ''] = json.split(mark);
  return {
    request: withBody(request, Buffer.concat([Buffer.from(before), wrong, Buffer.from(after)])),
    description: 'the body is not UTF-8',
  };
}

/** Any bytes can be percent-encoded in a URL (RFC 3986, 2.1), so the server need not refuse such a parameter. */
function mutateParameter(
  { operation, valid }: RequestMutationInput,
  { in: place, name }: Parameter,
  wrong: Buffer,
) {
  const values = { ...valid.parameters[place], [name]: mark };
  const parameters = { ...valid.parameters, [place]: values };
  const request = encodeRequest(operation, { ...valid, parameters });
  if (!request) return undefined;
  const escaped = [...wrong].map((byte) => `%${byte.toString(16)}`).join('');
  return {
    request: { ...request, target: request.target.replace(mark, escaped) },
    must: 'respond' as const,
    description: `${place} parameter ${name} is not UTF-8`,
  };
}

function listParameters({ parameters }: Operation, valid: RequestCase): Parameter[] {
  return parameters.filter(
    ({ in: place, name, mediaType }) =>
      mediaType === undefined &&
      (place === 'path' || place === 'query') &&
      ['string', 'number', 'boolean'].includes(typeof own(valid.parameters[place], name)),
  );
}

/** A byte that is never valid, an incomplete sequence, a lone surrogate, and a slash in two bytes. */
const sequences = [
  Buffer.from([0x61, 0xff, 0x62]),
  Buffer.from([0x61, 0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xc0, 0xaf]),
];
