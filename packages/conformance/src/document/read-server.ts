import { asArray, asObject, type Document, isObject, type JsonObject, own } from '@parley/validation';

/**
 * Returns the path of an operation's server. The server is declared by the operation, else by its path, else by the
 * document. Variables have their defaults.
 */
export function readServerPath(document: Document, item: JsonObject, operation: JsonObject): string {
  const servers = [operation.servers, item.servers, document.root.servers].find(
    (list) => asArray(list).length > 0,
  );
  const server = asArray(servers).find(isObject);
  const address = fillVariables(server ?? {});
  try {
    return new URL(address, 'http://localhost').pathname.replace(/(?<!\/)\/+$/, '');
  } catch {
    document.notes.add(`the server ${address} is not a valid URL; its path is assumed to be /`);
    return '';
  }
}

function fillVariables(server: JsonObject): string {
  const variables = asObject(server.variables);
  const address = typeof server.url === 'string' ? server.url : '/';
  return address.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const { default: value, enum: values } = asObject(own(variables, name));
    return String(value ?? asArray(values)[0] ?? name);
  });
}
