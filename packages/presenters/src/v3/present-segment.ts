import type { components } from '@parley/contract/v3';
import type { SegmentPreviewRecord, SegmentRecord } from '@parley/core';

export function presentSegment(segment: SegmentRecord): components['schemas']['Segment'] {
  return {
    id: segment.id,
    createdAt: segment.createdAt,
    updatedAt: segment.updatedAt,
    name: segment.name,
    query: segment.query,
  };
}

export function presentSegmentPreview(
  preview: SegmentPreviewRecord,
): components['schemas']['SegmentPreview'] {
  return {
    total: preview.total,
    totalIsLowerBound: preview.totalIsLowerBound,
    subscribed: preview.subscribed,
  };
}
