import type { operations } from '@parley/contract/v3';
import {
  createSegment,
  deleteSegment,
  findSegmentErrors,
  findSegmentPreviewErrors,
  previewSegment,
  segments,
  updateSegment,
} from '@parley/core';
import { presentDeleteResult, presentSegment, presentSegmentPreview } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type SegmentOperations = Pick<
  operations,
  'createSegment' | 'getSegment' | 'updateSegment' | 'deleteSegment' | 'searchSegments' | 'previewSegment'
>;

export const segmentHandlers: Handlers<SegmentOperations> = {
  createSegment: {
    check: (context, { body }) => findSegmentErrors(context, body),
    async handle(context, { body }) {
      const segment = await createSegment(context, body);
      return { success: true, data: presentSegment(segment) };
    },
  },

  getSegment: storedRecordHandler(segments, { idOf: ({ segmentId }) => segmentId, present: presentSegment }),

  updateSegment: {
    check: (context, { body }) => findSegmentErrors(context, body),
    async handle(context, { params, body }) {
      const segment = await updateSegment(context, { ...body, segmentId: params.segmentId });
      return { success: true, data: presentSegment(segment) };
    },
  },

  async deleteSegment(context, { params }) {
    const result = await deleteSegment(context, params.segmentId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchSegments: storedSearchHandler(() => segments, presentSegment),

  previewSegment: {
    check: (context, { body }) => findSegmentPreviewErrors(context, body),
    async handle(context, { body }) {
      const preview = await previewSegment(context, body);
      return { success: true, data: presentSegmentPreview(preview) };
    },
  },
};
