import { formOf } from '../document/media-types.js';
import { validatorOf } from '../schema/validator-of.js';
import { applyChange, nameSite } from './change.js';
import { namePath, orderBy } from './choose.js';
import { listSites } from './list-sites.js';
import { type MutateRequest, withBody } from './mutate-request.js';

const mark = 'conformance-mark';

/** This is deeper than any stack, but needs only 40 KB, which every size limit allows. */
const depth = 10_000;

/** Replaces a value by deeply nested arrays or objects, which can crash a recursive parser or validator. */
export const deepNesting: MutateRequest = ({ valid, request, pick }) => {
  const { body } = valid;
  if (!body || formOf(body.media.type) !== 'json') return undefined;
  const sites = listSites(body.media.schema, body.value);
  const [site] = orderBy(sites, pick, ({ path }) => namePath(path));
  if (!site) return undefined;
  const [open, close] = pick % 2 === 0 ? ['[', ']'] : ['{"a":', '}'];
  const shallow = JSON.parse(`${open.repeat(3)}1${close.repeat(3)}`);
  const accepts = validatorOf(body.media.schema).accepts(
    applyChange(body.value, { path: site.path, value: shallow }),
  );
  const marked = JSON.stringify(applyChange(body.value, { path: site.path, value: mark }));
  const text = marked.replace(`"${mark}"`, `${open.repeat(depth)}1${close.repeat(depth)}`);
  return {
    request: withBody(request, Buffer.from(text)),
    must: accepts ? 'respond' : 'reject',
    description: `${nameSite(site.path)} is nested ${depth} levels deep`,
  };
};
