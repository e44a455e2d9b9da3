import type { AnyRequest, AnyResponse } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../every-operation.js';

export type Call = (operation: AnyOperation, request: AnyRequest) => Promise<AnyResponse>;

interface Written {
  readonly params: Readonly<Record<string, string>>;
  /** The `data` of the response; undefined before the request. */
  readonly data?: unknown;
}

/** Reads the record that an operation writes; undefined if it does not exist yet. */
export async function readBack(call: Call, operation: AnyOperation, written: Written): Promise<unknown> {
  const own = readers[operation.name];
  return own ? own(call, written) : readNearest(call, operation, written);
}

async function readNearest(call: Call, operation: AnyOperation, written: Written): Promise<unknown> {
  for (const path of prefixesOf(operation.path)) {
    const found = await readAt(call, { ...operation, path }, written);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads a record at a path, below it by its id, or from a list. */
async function readAt(
  call: Call,
  { version, path }: Pick<AnyOperation, 'version' | 'path'>,
  { params, data }: Written,
): Promise<unknown> {
  const id: unknown = Object(data).id;
  const gets = everyOperation.filter((one) => one.version === version && one.method === 'get');
  const exact = gets.find((one) => one.path === path);
  if (exact) {
    const shown = await readData(call, exact, params);
    return 'id' in Object(shown) ? shown : findById(shown, id ?? Object.values(params).at(-1));
  }
  const below = gets.find((one) => one.path.replace(/\/\{\w+\}$/, '') === path && one.path !== path);
  const param = below?.pathParams.at(-1);
  if (!below || !param || typeof id !== 'string') return undefined;
  return readData(call, below, { ...params, [param]: id });
}

function findById(list: unknown, id: unknown): unknown {
  const items: unknown[] = Object.values(Object(list));
  return (
    items.find((item) => Object(item).id === id) ??
    items.map((item) => Array.isArray(item) && findById(item, id)).find(Boolean)
  );
}

async function readData(call: Call, operation: AnyOperation, params: Written['params']): Promise<unknown> {
  const { status, body } = await call(operation, { params });
  if (status !== 200) throw new Error(`${operation.name} returned ${status}: ${JSON.stringify(body)}`);
  return Object(body).data;
}

function prefixesOf(path: string): string[] {
  const steps = path.split('/').slice(1);
  return steps.map((_, index) => `/${steps.slice(0, steps.length - index).join('/')}`);
}

/** The operations whose record is not at the path of the request. */
const readers: Readonly<Record<string, (call: Call, written: Written) => Promise<unknown>>> = {
  'v3 upsertContacts': async (call, { data }) =>
    data && readData(call, find('v3 getContact'), { contactId: Object(data)[0].id }),
  async 'v3 triggerAutomation'(call, { params }) {
    const runs = await searchData(call, find('v3 searchAutomationRuns'), params);
    const [newest] = runs.sort((one, other) => String(other.createdAt).localeCompare(String(one.createdAt)));
    return readData(call, find('v3 getAutomationRun'), { ...params, runId: String(newest?.id) });
  },
  async 'v3 createChatNote'(call, { params, data }) {
    const notes = await searchData(call, find('v3 searchChatNotes'), params);
    return notes.find(({ id }) => id === Object(data).id);
  },
  'v3 createCampaign': (call, { data }) => readCampaign(call, String(Object(data).id)),
  'v3 updateCampaign': (call, { params }) => readCampaign(call, String(params.campaignId)),
  async 'v2 createBroadcast'(call, written) {
    const broadcast = await readNearest(call, find('v2 createBroadcast'), written);
    return [broadcast, await readCampaign(call, String(Object(written.data).id))];
  },
};

/** Reads a campaign; its recipients and their contacts follow it. */
async function readCampaign(call: Call, campaignId: string): Promise<unknown> {
  const recipients = await searchData(call, find('v3 searchCampaignRecipients'), { campaignId });
  const contacts = recipients.map(({ contactId }) =>
    readData(call, find('v3 getContact'), { contactId: String(contactId) }),
  );
  return [
    await readData(call, find('v3 getCampaign'), { campaignId }),
    recipients,
    await Promise.all(contacts),
  ];
}

type Item = Readonly<Record<string, string>>;

async function searchData(call: Call, operation: AnyOperation, params: Written['params']): Promise<Item[]> {
  const { body } = await call(operation, { params, body: {} });
  return [...Object(body).data];
}

function find(name: string): AnyOperation {
  const operation = everyOperation.find((one) => one.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}
