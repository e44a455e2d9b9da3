import type { components } from '@parley/contract/v3';
import type { DeliveryAttemptRecord, DeliveryDetails, DeliveryRecord } from '@parley/core';

export function presentDelivery(delivery: DeliveryRecord): components['schemas']['Delivery'] {
  return {
    id: delivery.id,
    createdAt: delivery.createdAt,
    updatedAt: delivery.updatedAt,
    eventId: delivery.eventId,
    event: delivery.event,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt,
    lastStatusCode: delivery.lastStatusCode,
    deliveredAt: delivery.deliveredAt,
    resendOfId: delivery.resendOfId,
  };
}

export function presentDeliveryDetail(delivery: DeliveryDetails): components['schemas']['DeliveryDetail'] {
  return { ...presentDelivery(delivery), attempts: delivery.attempts.map(presentAttempt) };
}

function presentAttempt(attempt: DeliveryAttemptRecord): components['schemas']['DeliveryAttempt'] {
  return {
    number: attempt.number,
    startedAt: attempt.startedAt,
    durationMs: attempt.durationMs,
    statusCode: attempt.statusCode,
    error: attempt.error,
    responseBody: attempt.responseBody,
  };
}
