import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createChannel, createMessageTemplate, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { campaignCalls } from './campaign-calls.js';

export function describeCampaignContent(stage: Stage, world: RenewableWorld): void {
  const { snapshot, create, createdBy, update, start, read, createTemplateAutomation } = campaignCalls(
    stage,
    world,
  );

  describe('a template that the campaign could not send', () => {
    beforeAll(world.renew);

    async function createUnfit() {
      const { database } = stage;
      const other = await createMessageTemplate(database, world.tenant.id, { channelType: 'email' });
      const pending = await createMessageTemplate(database, world.tenant.id, { status: 'pending' });
      const automationId = await createTemplateAutomation();
      return [
        [{ messageTemplateId: world.messageTemplate.id }, 'unrecognized_keys'],
        [{ automationId, messageTemplateId: other.id }, 'not_found'],
        [{ automationId, messageTemplateId: pending.id }, 'not_found'],
      ] as const;
    }

    it('createCampaign 400 for messageTemplateId; nothing is created', async () => {
      const unfit = await createUnfit();
      const before = await snapshot();
      for (const [values, key] of unfit) {
        expect(errorKeys(await create(values))).toEqual({ messageTemplateId: key });
      }
      expect(await snapshot()).toEqual(before);
    });

    it('updateCampaign 400 for messageTemplateId; nothing changes', async () => {
      const draft = await createdBy();
      const unfit = await createUnfit();
      const before = await snapshot();
      for (const [values, key] of unfit) {
        expect(errorKeys(await update(draft.id, values))).toEqual({ messageTemplateId: key });
      }
      expect(await snapshot()).toEqual(before);
    });

    it('updateCampaign 400 when the new channel or automation does not match the existing template', async () => {
      const { database } = stage;
      const { type: channelType } = world.channel;
      const template = await createMessageTemplate(database, world.tenant.id, { channelType });
      const automationId = await createTemplateAutomation();
      const draft = await createdBy({ automationId, messageTemplateId: template.id });
      const email = await createChannel(database, world.tenant.id, { type: 'email' });
      const key = { messageTemplateId: 'not_found' };
      expect(errorKeys(await update(draft.id, { channelId: email.id }))).toEqual(key);
      const plain = { automationId: world.automation.id };
      expect(errorKeys(await update(draft.id, plain))).toEqual({ messageTemplateId: 'unrecognized_keys' });
      expectStatus(await update(draft.id, { ...plain, messageTemplateId: null }), 200);
    });

    it('createCampaign 200 with an automation whose only template step is nested', async () => {
      const send = { type: 'send_template', messageTemplateId: world.messageTemplate.id };
      const conditions = [{ field: 'contact.email', operator: 'is_set' }];
      // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
      const steps = [{ type: 'branch', conditions, then: [], else: [send] }];
      const { id: automationId } = await createAutomation(stage.database, world.tenant.id, { steps });
      await createdBy({ automationId, messageTemplateId: world.messageTemplate.id });
    });

    it('createCampaign 200 with an automation that is not active yet; its latest steps are checked', async () => {
      const automationId = await createTemplateAutomation('inactive');
      expect(await createdBy({ automationId, messageTemplateId: world.messageTemplate.id })).toMatchObject({
        status: 'draft',
      });
    });
  });

  describe('placeholders of the automation without a value', () => {
    beforeEach(world.renew);

    const required = { key: 'invalid_type', message: 'Required' };
    const sayOffer = () =>
      createAutomation(stage.database, world.tenant.id, {
        steps: [
          { type: 'send_message', text: `{{firstName}} {{${world.attribute.externalId}}} {{ größe }}` },
          { type: 'condition', field: 'email', operator: 'is_set' },
          { type: 'send_message', text: '{{perhapsNeverSaid}}' },
        ],
      });

    it('createCampaign 400 that names them; nothing is created', async () => {
      const { id: automationId } = await sayOffer();
      const before = await snapshot();
      const { body } = expectStatus(await create({ automationId, variables: { discount: '10 %' } }), 400);
      expect(body).toEqual(invalid({ 'variables.größe': required }));
      expect(await snapshot()).toEqual(before);
      await createdBy({ automationId, variables: { größe: 'XL' } });
    });

    it('createCampaign 400 for placeholders of the template that the campaign sends instead', async () => {
      const { database } = stage;
      const { id: messageTemplateId } = await createMessageTemplate(database, world.tenant.id, {
        body: '{{code}}',
      });
      const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
      const { id: automationId } = await createAutomation(database, world.tenant.id, { steps });
      await createdBy({ automationId });
      const { body } = expectStatus(await create({ automationId, messageTemplateId }), 400);
      expect(body).toEqual(invalid({ 'variables.code': required }));
    });

    it('updateCampaign 400 when the change causes them; a new name alone is accepted', async () => {
      const { id: automationId } = await sayOffer();
      const { id } = await createdBy({ automationId, variables: { größe: 'XL' } });
      const expected = invalid({ 'variables.größe': required });
      expect(expectStatus(await update(id, { variables: {} }), 400).body).toEqual(expected);
      const other = await createdBy();
      expect(expectStatus(await update(other.id, { automationId }), 400).body).toEqual(expected);
      expectStatus(await update(id, { name: 'Winter' }), 200);
      expect(await read(id)).toMatchObject({ name: 'Winter', variables: { größe: 'XL' } });
    });

    it('startCampaign 400 when the automation was published after the draft was created', async () => {
      const { id: automationId } = await createAutomation(stage.database, world.tenant.id, {
        steps: [{ type: 'send_message', text: '{{größe}}' }],
        status: 'draft',
      });
      const { id } = await createdBy({ automationId });
      expectStatus(await world.v3.call('publishAutomation', { params: { automationId } }), 200);
      expect(expectStatus(await start(id), 400).body).toEqual(invalid({ 'variables.größe': required }));
      expect((await read(id)).status).toBe('draft');
      expectStatus(await update(id, { variables: { größe: 'XL' } }), 200);
      expectStatus(await start(id), 200);
    });
  });
}
