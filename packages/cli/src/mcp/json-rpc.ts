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

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const parseError = -32_700;
export const invalidRequest = -32_600;
export const methodNotFound = -32_601;
export const invalidParams = -32_602;
export const internalError = -32_603;

/** Reads a line. A response of the other side is undefined: this program sends no requests. */
export function parseMessage(line: string): Request | Notification | undefined {
  const message = parseObject(line);
  const { id, method, params = {} } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return undefined;
  if (message.jsonrpc !== '2.0' || typeof method !== 'string' || !isParams(params))
    throw new ProtocolError(invalidRequest, 'This is not a request of JSON-RPC 2.0.');
  if (id === undefined) return { method, params };
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new ProtocolError(invalidRequest, 'The id of a request must be a string or a number.');
  return { id, method, params };
}

function parseObject(line: string): Params {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ProtocolError(parseError, 'This line is not JSON.');
  }
  if (!isParams(value)) throw new ProtocolError(invalidRequest, 'Each line must be one JSON object.');
  return value;
}

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
