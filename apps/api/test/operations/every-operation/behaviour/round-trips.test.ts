import { describe, expect, it } from '@jest/globals';
import { requestFields, tokenOf, validRequest } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { collectValues, showsValue, valuesAt } from '../../support/round-trips/compare-values.js';
import {
  createMinimalBody,
  type FieldCase,
  listFieldCases,
} from '../../support/round-trips/list-field-cases.js';
import { prepareWorld } from '../../support/round-trips/prepare-world.js';
import { readBack } from '../../support/round-trips/read-back.js';
import { responseFieldsOf } from '../../support/round-trips/response-fields.js';
import { foundByName, neverShown, placeOf, shownAs } from '../../support/round-trips/shown-fields.js';
import { useStage } from '../../support/use-stage.js';

const derived = new Set([
  'v3 triggerAutomation scheduledAt',
  'v2 createBroadcast isScheduled',
  'v2 createBroadcast isReoccurring',
  // The members of a team are shown with external ids of their own.
  'v3 createTeam externalId',
  // Recipients replace the audience.
  'v3 updateCampaign audience',
]);

describe('round trips', () => {
  const stage = useStage();
  const fields = everyOperation
    .filter(({ takesJson, isRead }) => takesJson && !isRead)
    .flatMap((operation) =>
      listFieldCases(operation).map((field) => ({
        operation,
        field,
        title: `${operation.name} ${field.path}`,
      })),
    );
  const shown = fields.filter(({ title }) => !neverShown.has(title));

  it('every field that is never shown is one of the contract', () => {
    const titles = fields.map(({ title }) => title);
    expect([...neverShown.keys()].filter((title) => !titles.includes(title))).toEqual([]);
  });

  describe('an optional field that is sent alone is stored, and no other field changes', () => {
    const optional = shown.filter(({ field }) => field.isOptional);
    it.each(optional)('$title', async ({ operation, field }) => {
      const scene = await sceneOf(operation);
      const before = await scene.read();
      const value = field.createValue(scene.world, collectValues(before, field.name)[0]);
      await expectStored(scene, field, value);
      if (field.isNullable) await expectStored(scene, field, null);
    });
  });

  describe('each value of an enumeration is read as it was sent', () => {
    const enumerations = shown.filter(({ field }) => field.values.length > 0);
    it.each(enumerations)('$title', async ({ operation, field }) => {
      const scene = await sceneOf(operation);
      for (const value of field.values) await write(scene, field, value);
    });
  });

  type Scene = Awaited<ReturnType<typeof createScene>>;

  /** Sends a field, and requires that the response and the record show its value. */
  async function write(scene: Scene, field: FieldCase, value: unknown) {
    const body = field.createBody(scene.world, value);
    const after = await scene.write(body);
    const expected = shownAs(scene.world, field, value);
    const { declared, required } = responseFieldsOf(scene.operation);
    // v2 omits a field instead of showing it as null.
    const omitsNull = value === null && scene.operation.version === 'v2';
    const mayLack = !(value === null ? required : declared).has(expected.name);
    const title = `${scene.operation.name} ${field.path}`;
    const isRelated = foundByName.some((pattern) => pattern.test(title));
    const shows = (document: unknown, options: { mayLack: boolean }): boolean => {
      const values = isRelated
        ? collectValues(document, expected.name)
        : valuesAt(recordOf(document), placeOf(title, field, expected));
      return values.length === 0 ? options.mayLack : values.some((one) => showsValue(one, expected.value));
    };
    const isStored = shows(after.record, { mayLack: omitsNull }) && shows(after.response, { mayLack });
    if (!isStored) throw new Error(`${JSON.stringify(body)} is shown as ${JSON.stringify(after)}`);
    return { body, record: after.record, expected };
  }

  async function expectStored(scene: Scene, field: FieldCase, value: unknown): Promise<void> {
    const before = await scene.read();
    const { body, record, expected } = await write(scene, field, value);
    const siblings = scene.fields.filter((name) => !(name in body) && name !== expected.name);
    const others = (document: unknown) => withoutSent(recordOf(document), { body, field });
    for (const name of siblings) {
      expect({ name, values: collectValues(others(record), name) }).toEqual({
        name,
        values: collectValues(others(before), name),
      });
    }
  }

  /**
   * Removes the fields of the body from the record. Deeper, it removes only the field that was sent: its values may have
   * the names of other fields, such as the name of a variable in a step of the latest version.
   */
  function withoutSent(record: unknown, { body, field }: { body: object; field: FieldCase }): unknown {
    const [sent] = field.path.replace(/^<\w+>\./, '').split(/\W/);
    const others = Object.entries(Object(record)).filter(([name]) => !(name in body));
    return JSON.parse(
      JSON.stringify(Object.fromEntries(others), (name, inner) => (name === sent ? undefined : inner)),
    );
  }

  /** Related records may follow the record that was written. */
  function recordOf(document: unknown): unknown {
    return Array.isArray(document) ? document[0] : document;
  }

  /** Fields whose value follows from others: those of a message replace one another, and times imply flags. */
  function isDerived({ name }: AnyOperation, field: string): boolean {
    return name === 'v3 sendMessage' || derived.has(`${name} ${field}`);
  }

  const scenes = new Map<string, Promise<Scene>>();

  /** The fields of an operation share a record, so that each changes what the others have stored. */
  function sceneOf(operation: AnyOperation): Promise<Scene> {
    const scene = scenes.get(operation.name) ?? createScene(operation);
    scenes.set(operation.name, scene);
    return scene;
  }

  async function createScene(operation: AnyOperation) {
    const world = await prepareWorld(stage.database);
    const token = await tokenOf(world.key);
    const { params = {} } = validRequest(world, operation.version, operation.operationId);
    const call = (one: AnyOperation, request: object) => stage.call(one, { ...request, token });
    let current: unknown;
    /** Returns the response and what is read afterwards. */
    const write = async (body: object): Promise<{ response: unknown; record: unknown }> => {
      stage.clock.advance(1_000);
      current = undefined;
      const { status, body: answer } = await call(operation, { params, body });
      if (status !== 200) throw new Error(`${status} for ${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
      const { data } = Object(answer);
      current = await readBack(call, operation, { params, data });
      return { response: data, record: current };
    };
    const minimal = operation.method === 'put' ? {} : createMinimalBody(world, operation);
    const created = operation.method === 'put' ? undefined : (await write(minimal)).record;
    const read = async () => {
      if (created !== undefined) return created;
      current ??= await readBack(call, operation, { params });
      return current;
    };
    const declared = requestFields(operation.version, operation.operationId);
    const fields = declared.filter((name) => !(name in minimal) && !isDerived(operation, name));
    return { world, read, write, fields, operation };
  }
});
