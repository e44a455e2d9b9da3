import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createContact, createToken, expectStatus } from '@parley/testkit';
import { errorKeys, failure } from '../../support/failures.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeSegments(stage: Stage): void {
  type Schemas = components['schemas'];

  const query = 'and(eq(labelName,"VIP"),isNull(email))';

  async function create(body: Partial<Schemas['SegmentCreate']> = {}): Promise<Schemas['Segment']> {
    const call = stage.v3.call('createSegment', { body: { name: 'VIPs', query, ...body } });
    return expectStatus(await call, 200).body.data;
  }

  async function createCampaign(values: Partial<Schemas['CampaignCreate']>) {
    const { channel, automation } = stage.own;
    const body = { name: 'Offer', channelId: channel.id, automationId: automation.id, ...values };
    return stage.v3.call('createCampaign', { body });
  }

  describe('createSegment and getSegment 200', () => {
    it('store the expression as it was sent', async () => {
      const segment = await create();
      expect(segment).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        name: 'VIPs',
        query,
      });
      const params = { segmentId: segment.id };
      expect(expectStatus(await stage.v3.call('getSegment', { params }), 200).body.data).toEqual(segment);
    });
  });

  describe('createSegment, updateSegment and previewSegment 400', () => {
    it.each(['eq(nothing,1)', 'eq(attributes.nothing,1)', 'eq(firstName'])(
      'for the expression %s',
      async (invalid) => {
        const params = { segmentId: stage.own.segment.id };
        const responses = [
          await stage.v3.call('createSegment', { body: { name: 'A', query: invalid } }),
          await stage.v3.call('updateSegment', { params, body: { query: invalid } }),
          await stage.v3.call('previewSegment', { body: { query: invalid } }),
        ];
        for (const response of responses) {
          expect(errorKeys(expectStatus(response, 400))).toEqual({ query: 'invalid_string' });
        }
      },
    );

    it.each(['', ' ', '\n'])(
      'for the expression %j without a condition, which would find everybody',
      async (empty) => {
        const params = { segmentId: stage.own.segment.id };
        const responses = [
          await stage.v3.call('createSegment', { body: { name: 'A', query: empty } }),
          await stage.v3.call('updateSegment', { params, body: { query: empty } }),
          await stage.v3.call('previewSegment', { body: { query: empty } }),
        ];
        for (const response of responses) {
          expect(errorKeys(expectStatus(response, 400))).toEqual({ query: 'too_small' });
        }
        expect(errorKeys(expectStatus(await createCampaign({ audience: { query: empty } }), 400))).toEqual({
          'audience.query': 'too_small',
        });
      },
    );
  });

  describe('createSegment and updateSegment 403', () => {
    it('with an expression, unless the token may read contacts', async () => {
      const scopes = ['segments:read', 'segments:write'];
      const token = await createToken(stage.database, stage.own.tenant.id, { scopes });
      const params = { segmentId: stage.own.segment.id };
      const refused = { error: { requiredScope: 'contacts:read' } };
      const created = await stage.v3.call('createSegment', { body: { name: 'A', query }, token });
      expect(expectStatus(created, 403).body).toMatchObject(refused);
      const changed = await stage.v3.call('updateSegment', { params, body: { query }, token });
      expect(expectStatus(changed, 403).body).toMatchObject(refused);
      const renamed = await stage.v3.call('updateSegment', { params, body: { name: 'Renamed' }, token });
      expect(expectStatus(renamed, 200).body.data).toMatchObject({ name: 'Renamed' });
    });
  });

  describe('searchSegments 200', () => {
    it('finds segments by a part of their name', async () => {
      const { id } = await create({ name: 'Loyal since spring' });
      const found = await stage.v3.call('searchSegments', { body: { search: 'since spr' } });
      expect(expectStatus(found, 200).body.data.map((segment) => segment.id)).toEqual([id]);
    });
  });

  describe('deleteSegment 409', () => {
    it('while a campaign uses it, which searchCampaigns finds', async () => {
      const { id: segmentId } = await create();
      const campaign = expectStatus(await createCampaign({ audience: { segmentId } }), 200).body.data;
      expect(campaign.audience).toEqual({ query: null, segmentId });
      const response = await stage.v3.call('deleteSegment', { params: { segmentId } });
      expect(expectStatus(response, 409).body).toEqual(
        failure('segment_in_use', 'A campaign that has not ended or a schedule uses the segment'),
      );
      const found = await stage.v3.call('searchCampaigns', {
        body: { query: `eq(segmentId,"${segmentId}")` },
      });
      expect(expectStatus(found, 200).body.data).toMatchObject([{ id: campaign.id }]);
      expectStatus(await stage.v3.call('getSegment', { params: { segmentId } }), 200);
    });
  });

  describe('previewSegment 200', () => {
    it('counts up to the given number, and how many are subscribed', async () => {
      const lastName = 'Preview';
      for (const isSubscribed of [true, true, false]) {
        await createContact(stage.database, stage.own.tenant.id, { lastName, isSubscribed });
      }
      const { id: segmentId } = await create({ query: `eq(lastName,"${lastName}")` });
      const preview = async (body: Schemas['SegmentPreviewRequest']) =>
        expectStatus(await stage.v3.call('previewSegment', { body }), 200).body.data;
      const all = { total: 3, totalIsLowerBound: false, subscribed: 2 };
      expect(await preview({ segmentId })).toEqual(all);
      expect(await preview({ query: `eq(lastName,"${lastName}")`, countUpTo: 3 })).toEqual(all);
      expect(await preview({ segmentId, countUpTo: 2 })).toMatchObject({
        total: 2,
        totalIsLowerBound: true,
      });
    });
  });

  describe('previewSegment 400', () => {
    it('without an expression and a segment, with both, and for an unknown segment', async () => {
      const keys = async (body: Schemas['SegmentPreviewRequest']) =>
        errorKeys(expectStatus(await stage.v3.call('previewSegment', { body }), 400));
      const segmentId = stage.other.segment.id;
      expect(await keys({})).toEqual({ query: 'invalid_type' });
      expect(await keys({ query, segmentId })).toEqual({ segmentId: 'unrecognized_keys' });
      expect(await keys({ segmentId })).toEqual({ segmentId: 'not_found' });
    });
  });

  describe('startCampaign, searchCampaigns and cancelCampaign 200', () => {
    it('show the audience', async () => {
      const { id: segmentId } = await create();
      for (const audience of [{ query }, { segmentId }]) {
        const scheduledAt = '2030-01-01T00:00:00.000Z';
        const campaign = expectStatus(await createCampaign({ audience, scheduledAt }), 200).body.data;
        const shown = { query: null, segmentId: null, ...audience };
        const params = { campaignId: campaign.id };
        const started = expectStatus(await stage.v3.call('startCampaign', { params }), 200).body.data;
        const body = { query: `eq(id,"${campaign.id}")` };
        const found = expectStatus(await stage.v3.call('searchCampaigns', { body }), 200).body.data;
        const canceled = expectStatus(await stage.v3.call('cancelCampaign', { params }), 200).body.data;
        expect([started, ...found, canceled].map((one) => one.audience)).toEqual([shown, shown, shown]);
      }
    });
  });

  describe('createCampaign with an audience', () => {
    it('200 shows the expression', async () => {
      const campaign = expectStatus(await createCampaign({ audience: { query } }), 200).body.data;
      expect(campaign).toMatchObject({ audience: { query, segmentId: null }, totals: { recipients: 0 } });
    });

    it('400 for an invalid expression, an unknown segment, or contacts in addition', async () => {
      const { contact } = stage.own;
      const keys = async (values: Partial<Schemas['CampaignCreate']>) =>
        errorKeys(expectStatus(await createCampaign(values), 400));
      expect(await keys({ audience: { query: 'eq(nothing,1)' } })).toEqual({
        'audience.query': 'invalid_string',
      });
      expect(await keys({ audience: { segmentId: stage.other.segment.id } })).toEqual({
        'audience.segmentId': 'not_found',
      });
      expect(await keys({ audience: { query }, contactIds: [contact.id] })).toEqual({
        audience: 'unrecognized_keys',
      });
    });

    it('403 without the scope for what the audience reads', async () => {
      const token = await createToken(stage.database, stage.own.tenant.id, { scopes: ['campaigns:write'] });
      const { channel, automation } = stage.own;
      const requiredScope = async (audience: Schemas['CampaignAudienceInput']) => {
        const body = { name: 'Offer', channelId: channel.id, automationId: automation.id, audience };
        const response = await stage.v3.call('createCampaign', { body, token });
        return expectStatus(response, 403).body.error.requiredScope;
      };
      expect(await requiredScope({ query })).toBe('contacts:read');
      expect(await requiredScope({ segmentId: stage.own.segment.id })).toBe('segments:read contacts:read');
    });
  });

  describe('updateCampaign 200', () => {
    it('an audience replaces the recipients, and recipients replace the audience', async () => {
      const { contact } = stage.own;
      const campaign = expectStatus(await createCampaign({ contactIds: [contact.id] }), 200).body.data;
      const params = { campaignId: campaign.id };
      const update = async (body: Schemas['CampaignUpdate']) =>
        expectStatus(await stage.v3.call('updateCampaign', { params, body }), 200).body.data;
      expect(await update({ audience: { query } })).toMatchObject({
        audience: { query, segmentId: null },
        totals: { recipients: 0 },
      });
      expect(await update({ contactIds: [contact.id] })).toMatchObject({
        audience: null,
        totals: { recipients: 1 },
      });
      expect(await update({ audience: null })).toMatchObject({ audience: null, totals: { recipients: 1 } });
    });
  });
}
