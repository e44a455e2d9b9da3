import type { Operation } from '@parley/contract/operations';

/** The named method of an operation: `chats.get` for `getChat`. */
export interface MethodName {
  readonly resource: string;
  readonly method: string;
}

/**
 * Names the method of an operation. The resource is the first segment of the path, and the method is the `operationId`
 * without the name of the resource: `changeChatStatus` is `chats.changeStatus`, and `searchDeliveries` of a webhook is
 * `apiWebhooks.searchDeliveries`.
 */
export function nameMethod({ operationId, path }: Pick<Operation, 'operationId' | 'path'>): MethodName {
  const resource = camelCase(path.split('/')[1] ?? '');
  const plural = resource.charAt(0).toUpperCase() + resource.slice(1);
  const singular = plural.replace(/s$/, '');
  // The name of the resource is a whole word: `Chat` is not a part of `Chatter`.
  const noun = new RegExp(`(?:${plural}|${singular})(?=[A-Z]|$)`);
  const method = operationId.replace(noun, '');
  if (!/^[a-z]+/.test(method))
    throw new Error(`${operationId} of ${resource} has no name without its resource.`);
  return { resource, method };
}

/** Groups the operations by resource. Two operations cannot have one name. */
export function groupMethods<Named extends Pick<Operation, 'operationId' | 'path'>>(
  operations: readonly Named[],
): ReadonlyMap<string, ReadonlyMap<string, Named>> {
  const resources = new Map<string, Map<string, Named>>();
  for (const operation of operations) {
    const { resource, method } = nameMethod(operation);
    const methods = resources.get(resource) ?? new Map<string, Named>();
    const other = methods.get(method);
    if (other) {
      const both = `${other.operationId} and ${operation.operationId}`;
      throw new Error(`${both} would both be ${resource}.${method}; rename one of them.`);
    }
    resources.set(resource, methods.set(method, operation));
  }
  return resources;
}

function camelCase(segment: string): string {
  return segment.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
