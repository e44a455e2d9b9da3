/** The messages of JSON-RPC 2.0 that the Model Context Protocol sends, one in each line. */
export interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

export interface Notification {
  readonly method: string;
  readonly params: Params;
}

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

/** An error of the protocol; errors of a tool are results, so that the model can read them. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  readonly code: number;
  /** The request; null if its id cannot be read. */
  readonly id: RequestId | null;

  constructor(code: number, message: string, id: RequestId | null = null) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

export const parseError = -32_700;
export const invalidRequest = -32_600;
export const methodNotFound = -32_601;
export const invalidParams = -32_602;
export const internalError = -32_603;

/** Reads a message. A response of the other side is undefined: this program sends no requests. */
export function readMessage(message: unknown): Request | Notification | undefined {
  if (!isParams(message)) throw new ProtocolError(invalidRequest, 'A message must be a JSON object.');
  const { id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return undefined;
  if (id !== undefined && !isId(id))
    throw new ProtocolError(invalidRequest, 'The id of a request must be a string or a number.');
  if (message.jsonrpc !== '2.0' || typeof method !== 'string')
    throw new ProtocolError(invalidRequest, 'This is not a request of JSON-RPC 2.0.', id);
  if (!isParams(params)) throw new ProtocolError(invalidParams, 'params must be an object.', id);
  return id === undefined ? { method, params } : { id, method, params };
}

export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolError(parseError, 'This line is not JSON.');
  }
}

export function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
