import type { ErrorCode } from '@parley/core';
import type { HttpErrorCode } from './http-error.js';

interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  /** The seconds after which a retry makes sense. A thrown error can override them with its own header. */
  readonly retryAfter?: number;
}

/** Maps each error code to its status and its default message, as documented in the contract. */
export const errorTable: Readonly<Record<ErrorCode | HttpErrorCode, ErrorEntry>> = {
  invalid_body_params: { status: 400, message: 'Invalid body params' },
  unauthorized: { status: 401, message: 'Unauthorized' },
  insufficient_billing_plan: { status: 402, message: 'Insufficient billing plan' },
  forbidden: { status: 403, message: 'Forbidden' },
  api_webhook_not_found: { status: 404, message: 'API webhook not found' },
  attribute_not_found: { status: 404, message: 'Attribute not found' },
  automation_not_found: { status: 404, message: 'Automation not found' },
  automation_run_not_found: { status: 404, message: 'Automation run not found' },
  campaign_not_found: { status: 404, message: 'Campaign not found' },
  channel_not_found: { status: 404, message: 'Channel not found' },
  chat_not_found: { status: 404, message: 'Chat not found' },
  contact_export_not_found: { status: 404, message: 'Contact export not found' },
  contact_not_found: { status: 404, message: 'Contact not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  erasure_not_found: { status: 404, message: 'Erasure not found' },
  file_not_found: { status: 404, message: 'File not found' },
  label_not_found: { status: 404, message: 'Label not found' },
  message_not_found: { status: 404, message: 'Message not found' },
  message_template_not_found: { status: 404, message: 'Message template not found' },
  segment_not_found: { status: 404, message: 'Segment not found' },
  team_not_found: { status: 404, message: 'Team not found' },
  user_not_found: { status: 404, message: 'User not found' },
  route_not_found: { status: 404, message: 'Route not found' },
  workflow_not_found: { status: 404, message: 'Workflow not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  request_timeout: { status: 408, message: 'Request timeout' },
  api_webhook_not_active: { status: 409, message: 'API webhook is not active' },
  automation_not_active: { status: 409, message: 'Automation is not active' },
  automation_run_finished: { status: 409, message: 'The run has already ended' },
  campaign_state_conflict: { status: 409, message: 'The state of the campaign does not allow this' },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this idempotency key is still in progress',
  },
  event_erased: { status: 409, message: 'The data of this event was erased' },
  handle_in_use: { status: 409, message: 'A chat uses the address' },
  last_handle: { status: 409, message: 'The contact has no other address' },
  message_not_cancelable: {
    status: 409,
    message: 'The message is not scheduled, so it cannot be canceled',
  },
  message_not_reactable: {
    status: 409,
    message: 'The provider does not know this message, so nobody can react to it',
  },
  message_template_in_review: { status: 409, message: 'The message template is being reviewed' },
  reactions_not_supported: { status: 409, message: 'The channel of this message has no reactions' },
  reply_window_closed: {
    status: 409,
    message: 'The reply window of this chat is closed. Send a message template',
  },
  segment_in_use: { status: 409, message: 'A campaign that has not ended or a schedule uses the segment' },
  automations_limit_reached: { status: 409, message: 'The workspace has reached its limit of automations' },
  webhooks_limit_reached: { status: 409, message: 'The workspace has reached its limit of webhooks' },
  channels_limit_reached: { status: 409, message: 'The workspace has reached its limit of channels' },
  users_limit_reached: { status: 409, message: 'The workspace has reached its limit of users' },
  teams_limit_reached: { status: 409, message: 'The workspace has reached its limit of teams' },
  attributes_limit_reached: { status: 409, message: 'The workspace has reached its limit of attributes' },
  segments_limit_reached: { status: 409, message: 'The workspace has reached its limit of segments' },
  contacts_per_call_limit_reached: {
    status: 409,
    message: 'The request has more contacts than the workspace may send at once',
  },
  stored_bytes_limit_reached: {
    status: 409,
    message: 'The files of the workspace would exceed its storage limit',
  },
  file_url_expired: { status: 410, message: 'This URL has expired. Request the file or its message again' },
  version_sunset: { status: 410, message: 'This API version was sunset. Use v3' },
  payload_too_large: { status: 413, message: 'Payload too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, message: 'Range not satisfiable' },
  expectation_failed: { status: 417, message: 'Expectation failed' },
  idempotency_key_reused: { status: 422, message: 'This idempotency key was used with another request' },
  search_too_expensive: { status: 422, message: 'The search is too expensive' },
  too_many_requests: {
    status: 429,
    message:
      'Too many requests. The limit applies per minute per tenant; retry after the time in the X-RateLimit-Reset header',
  },
  waiting_jobs_limit_reached: {
    status: 429,
    message:
      'The workspace has reached its limit of waiting jobs. Retry after the time in the Retry-After header',
    retryAfter: 30,
  },
  inbound_messages_limit_reached: {
    status: 429,
    message: 'The channel has reached its limit of inbound messages for this minute',
    retryAfter: 60,
  },
  concurrent_searches_limit_reached: {
    status: 429,
    message: 'The workspace has reached its limit of concurrent searches',
    retryAfter: 1,
  },
  event_streams_limit_reached: {
    status: 429,
    message: 'The workspace has reached its limit of open event streams',
    retryAfter: 5,
  },
  header_fields_too_large: { status: 431, message: 'Request header fields too large' },
  internal_error: { status: 500, message: 'Oops! Something went wrong' },
  service_unavailable: { status: 503, message: 'Service unavailable' },
};
