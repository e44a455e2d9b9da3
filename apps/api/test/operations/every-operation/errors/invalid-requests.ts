import { describe, expect, it, jest } from '@jest/globals';
import { type AnyRequest, createWorld, tokenOf, validRequest } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { failure, invalid } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { useStage } from '../../support/use-stage.js';

/** Every operation refuses invalid requests. Those that are passed also accept what is just valid, each in its own tenant. */
export function describeInvalidRequests(operations: readonly AnyOperation[]): void {
  jest.setTimeout(120_000);
  const stage = useStage();
  const before = useResource(() => snapshotTenant(stage.database, stage.tenantId));

  const withBody = everyOperation.filter(({ takesBody }) => takesBody);
  const withJson = everyOperation.filter(({ takesJson }) => takesJson);
  const strict = everyOperation.filter(({ version }) => version === 'v3');
  const lenient = everyOperation.filter(({ version }) => version === 'v2');

  function requestFor({ version, operationId }: AnyOperation): AnyRequest {
    return validRequest(stage.own, version, operationId);
  }

  async function expectRefused(
    operation: AnyOperation,
    request: AnyRequest,
    expected: { status: number; body: object },
  ): Promise<void> {
    const { name } = operation;
    const { status, body } = await stage.call(operation, request);
    expect({ name, status, body }).toEqual({ name, ...expected });
  }

  async function expectNothingHappened(): Promise<void> {
    expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
  }

  /** Each request uses its own tenant, since it should succeed. */
  async function callInNewWorld(operation: AnyOperation, extra: AnyRequest | ((body: object) => AnyRequest)) {
    const world = await createWorld(stage.database);
    const { params = {}, body = {} } = validRequest(world, operation.version, operation.operationId);
    const changes = typeof extra === 'function' ? extra(Object(body)) : extra;
    const request = { params, ...(operation.takesBody && { body }), ...changes };
    return stage.call(operation, { ...request, token: await tokenOf(world.key) });
  }

  it('400 unrecognized_keys for an unknown key of the body in v3; nothing changes', async () => {
    const surprise = { key: 'unrecognized_keys', message: "Unrecognized key: 'surprise'" };
    for (const operation of withBody.filter((one) => strict.includes(one))) {
      const { params = {}, body } = requestFor(operation);
      const request = { params, wrongBody: { ...Object(body), surprise: 1 } };
      await expectRefused(operation, request, { status: 400, body: invalid({ surprise }) });
    }
    await expectNothingHappened();
  });

  describe('v2 ignores an unknown key of the body', () => {
    it.each(withBody.filter((operation) => lenient.includes(operation)))('$name', async (operation) => {
      const response = await callInNewWorld(operation, (body) => ({ body: { ...body, surprise: 'kept?' } }));
      expect(response).toMatchObject({ status: 200, body: { success: true } });
      expect(JSON.stringify(response.body)).not.toMatch(/surprise|kept\?/);
    });
  });

  it('400 unrecognized_keys for an unknown query parameter in v3; nothing changes', async () => {
    const surprise = { key: 'unrecognized_keys', message: "Unrecognized key: 'surprise'" };
    for (const operation of strict) {
      const request = { ...requestFor(operation), query: { surprise: '1' } };
      await expectRefused(operation, request, { status: 400, body: invalid({ surprise }) });
    }
    await expectNothingHappened();
  });

  describe('v2 ignores an unknown query parameter', () => {
    it.each(lenient)('$name', async (operation) => {
      const response = await callInNewWorld(operation, { query: { surprise: '1' } });
      expect(response).toMatchObject({ status: 200, body: { success: true } });
    });
  });

  it('400 invalid_json for a body that is not JSON; nothing changes', async () => {
    const body = { key: 'invalid_json', message: 'Body is not valid JSON' };
    for (const operation of withJson) {
      const { params = {} } = requestFor(operation);
      await expectRefused(operation, { params, text: '{"a":' }, { status: 400, body: invalid({ body }) });
    }
    await expectNothingHappened();
  });

  it.each(Object.entries({ null: null, array: [], string: 'text', number: 1, boolean: true }))(
    '400 invalid_type for a body that is not an object but %s; nothing changes',
    async (type, value) => {
      const body = { key: 'invalid_type', message: `Expected object, received ${type}` };
      for (const operation of withJson) {
        const { params = {} } = requestFor(operation);
        const request = { params, text: JSON.stringify(value) };
        await expectRefused(operation, request, { status: 400, body: invalid({ body }) });
      }
      await expectNothingHappened();
    },
  );

  describe('413 for a body over the limit of the contract; nothing changes', () => {
    it('every operation', async () => {
      const expected = { status: 413, body: failure('payload_too_large', 'Payload too large') };
      for (const operation of withJson) {
        const { params = {}, body = {} } = requestFor(operation);
        const text = JSON.stringify(body).padEnd(operation.bodyLimitBytes + 1);
        await expectRefused(operation, { params, text }, expected);
      }
      await expectNothingHappened();
    });

    it.each(operations.filter(({ takesJson }) => takesJson))(
      '$name accepts exactly $bodyLimitBytes bytes',
      async (operation) => {
        const response = await callInNewWorld(operation, (body) => ({
          text: JSON.stringify(body).padEnd(operation.bodyLimitBytes),
        }));
        expect(response).toMatchObject({ status: 200, body: { success: true } });
      },
    );
  });

  describe('415 for a body whose media type is not plain JSON; nothing changes', () => {
    const wrongHeaders = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-encoding': 'gzip' },
    ];
    it.each(wrongHeaders)('%j', async (headers) => {
      const expected = { status: 415, body: failure('unsupported_media_type', 'Unsupported media type') };
      for (const operation of withJson) {
        const { params = {}, body = {} } = requestFor(operation);
        await expectRefused(operation, { params, body, headers }, expected);
      }
      await expectNothingHappened();
    });
  });

  describe('an operation without a body ignores one', () => {
    it.each(operations.filter(({ takesBody }) => !takesBody))('$name', async (operation) => {
      expect((await callInNewWorld(operation, { text: '{"a":' })).status).toBe(200);
    });
  });
}
