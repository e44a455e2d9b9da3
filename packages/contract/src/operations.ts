export { type V2OperationId, type V3OperationId, v2, v3 } from './generated/operations.js';
export type { ApiVersion, FieldKind, HttpMethod, Operation, PlanFeature } from './operation.js';
