import type { OutgoingHttpHeaders } from 'node:http';
import type { Behaviour } from './failing-server.js';

export function succeed(data: unknown, headers: OutgoingHttpHeaders = {}): Behaviour {
  return succeedWith({ data }, headers);
}

export function succeedWith(body: object, headers: OutgoingHttpHeaders = {}): Behaviour {
  return respond(200, { success: true, ...body }, headers);
}

export function fail(status: number, messageKey: string, headers: OutgoingHttpHeaders = {}): Behaviour {
  return respond(status, { success: false, error: { messageKey, message: `About ${messageKey}` } }, headers);
}

export function respond(status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'req_1',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
}

export function respondWithText(status: number, text: string, headers: OutgoingHttpHeaders = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(text);
  };
}

/** The connection is reset before the response. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** The connection is reset within the body. */
export const cutOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":true,"data":', () => response.socket?.resetAndDestroy());
};

/** No response is ever sent. */
export const hang: Behaviour = () => {};

/** The head is sent, but the body never ends. */
export const stall: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true,');
};
