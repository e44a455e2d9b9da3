import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createContact,
  createMessageTemplate,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

type Schemas = components['schemas'];

export function describeMessageTemplateReads(stage: Stage): void {
  describe('previewMessageTemplate', () => {
    const body = 'Hello {{firstName}}, {{city}} {{code}}';

    async function preview(request?: Schemas['MessageTemplatePreviewRequest'], text = body) {
      const { id: messageTemplateId } = await createMessageTemplate(stage.database, stage.tenantId, {
        body: text,
        status: 'draft',
      });
      return stage.v3.call('previewMessageTemplate', {
        params: { messageTemplateId },
        ...(request && { body: request }),
      });
    }

    it('403 without the scope for contacts, since a template can show all their fields', async () => {
      const { id: messageTemplateId } = await createMessageTemplate(stage.database, stage.tenantId);
      const token = await createToken(stage.database, stage.tenantId, { scopes: ['message_templates:read'] });
      const body = { contactId: stage.own.contact.id };
      const request = { params: { messageTemplateId }, body, token };
      expect((await stage.v3.call('previewMessageTemplate', request)).status).toBe(403);
    });

    it('400 that names every placeholder without a value, as when the template is sent', async () => {
      const required = { key: 'invalid_type', message: 'Required' };
      expect(expectStatus(await preview(), 400).body).toEqual(
        invalid({ 'variables.firstName': required, 'variables.city': required, 'variables.code': required }),
      );
      const variables = { firstName: 'Ada', code: 'A1' };
      expect(expectStatus(await preview({ variables }), 400).body).toEqual(
        invalid({ 'variables.city': required }),
      );
    });

    it('400 for a field that the contact lacks, and for the placeholders of the header and the buttons', async () => {
      const { database, tenantId } = stage;
      const { id: contactId } = await createContact(database, tenantId, { firstName: null });
      const content = {
        header: { type: 'text', text: '{{season}}' },
        buttons: [{ type: 'url', url: 'https://shop.example/{{path}}' }],
      };
      const template = await createMessageTemplate(database, tenantId, { body, content });
      const params = { messageTemplateId: template.id };
      const { data } = expectStatus(await stage.v3.call('getMessageTemplate', { params }), 200).body;
      expect(data.variables).toEqual(['firstName', 'city', 'code', 'season', 'path']);
      const variables = { city: 'Bonn', code: 'A1' };
      const refused = await stage.v3.call('previewMessageTemplate', {
        params,
        body: { contactId, variables },
      });
      expect(errorKeys(refused)).toEqual({
        'variables.firstName': 'invalid_type',
        'variables.season': 'invalid_type',
        'variables.path': 'invalid_type',
      });
    });

    it('400 for the template when it has a malformed placeholder from before the check existed', async () => {
      const response = await preview({ variables: {} }, 'Hello {{first name}}');
      expect(errorKeys(response)).toEqual({ messageTemplateId: 'invalid_string' });
    });

    it('200 with values, in which placeholders are not replaced', async () => {
      const variables = { firstName: '{{code}}', code: '$&', city: '' };
      expect(expectStatus(await preview({ variables }), 200).body.data).toEqual({
        text: 'Hello {{code}},  $&',
        missingVariables: [],
      });
    });

    it('200 with the fields of a contact; values take precedence, and nothing is stored', async () => {
      const { own, database, tenantId } = stage;
      const request = { contactId: own.contact.id, variables: { code: 'A1' } };
      const text = `{{firstName}} {{${own.attribute.externalId}}} {{code}}`;
      const response = expectStatus(await preview(request, text), 200).body.data;
      expect(response).toEqual({ text: `${own.contact.firstName} Berlin A1`, missingVariables: [] });
      const nameless = await createContact(database, tenantId, { firstName: null });
      const named = { contactId: nameless.id, variables: { firstName: 'Eve' } };
      expect(expectStatus(await preview(named, '{{firstName}}{{lastName}}'), 200).body.data).toEqual({
        text: `Eve${nameless.lastName ?? ''}`,
        missingVariables: [],
      });
    });

    it('404 for a template or a contact that is unknown or another tenant’s', async () => {
      const params = { messageTemplateId: stage.other.messageTemplate.id };
      const missing = await stage.v3.call('previewMessageTemplate', { params });
      expect(expectStatus(missing, 404).body.error.messageKey).toBe('message_template_not_found');
      for (const contactId of [stage.own.chat.id, stage.other.contact.id]) {
        const response = expectStatus(await preview({ contactId }), 404);
        expect(response.body.error.messageKey).toBe('contact_not_found');
      }
    });
  });

  describe('searchMessageTemplates 200', () => {
    it('finds by every field and by part of the name', async () => {
      const { id: tenantId } = await createTenant(stage.database);
      const token = await createToken(stage.database, tenantId);
      const values = [
        { name: 'Welcome', channelType: 'whatsapp', language: 'en', status: 'approved' },
        { name: 'Welcome back', channelType: 'whatsapp', language: 'de', status: 'pending' },
        { name: 'Reminder', channelType: 'sms', language: 'en', status: 'rejected' },
        { name: 'Anything', status: 'draft' },
      ] as const;
      for (const value of values) await createMessageTemplate(stage.database, tenantId, value);
      const find = async (body: Schemas['SearchRequest']) => {
        const response = await stage.v3.call('searchMessageTemplates', { body, token });
        return expectStatus(response, 200).body.data.map(({ name }) => name);
      };
      expect(await find({ search: 'WELCOME', sortBy: 'name' })).toEqual(['Welcome', 'Welcome back']);
      expect(await find({ query: 'and(eq(channelType,whatsapp),eq(language,de))' })).toEqual([
        'Welcome back',
      ]);
      expect(await find({ query: 'isNull(channelType)' })).toEqual(['Anything']);
      expect(await find({ query: 'in(status,approved,rejected)', sortBy: 'name' })).toEqual([
        'Reminder',
        'Welcome',
      ]);
    });
  });
}
