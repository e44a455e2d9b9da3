import type { FileReference, NamedUrl } from '../../files/resolve-file-urls.js';
import type { NewStep } from './new-step.js';
import { isNesting, mapNested } from './step-tree.js';
import type { AutomationStep } from './steps.js';

/** Returns the URLs in a step, with their paths, but not those of nested steps. */
export function urlsInStep(step: NewStep, path: string): NamedUrl[] {
  if (step.type === 'send_template') {
    return step.mediaUrl === undefined ? [] : [{ path: `${path}.mediaUrl`, url: step.mediaUrl }];
  }
  if (step.type !== 'send_message') return [];
  return (step.attachments ?? []).flatMap(({ url }, index) =>
    url === undefined ? [] : [{ path: `${path}.attachments.${index}.url`, url }],
  );
}

/** Returns the step as it is stored and shown, with the ids of the files, including those of nested steps. */
export function withFileIds(step: NewStep, byUrl: ReadonlyMap<string, string>): AutomationStep {
  if (isNesting(step)) return mapNested(step, (nested) => withFileIds(nested, byUrl));
  const idOf = ({ fileId, url }: FileReference) => fileId ?? byUrl.get(url ?? '') ?? '';
  if (step.type === 'send_template') {
    const { mediaUrl, ...rest } = step;
    return mediaUrl === undefined ? rest : { ...rest, mediaFileId: idOf({ url: mediaUrl }) };
  }
  if (step.type !== 'send_message') return step;
  const { attachments, ...rest } = step;
  const text = step.interactive?.body ?? step.text ?? '';
  const files = attachments && { attachments: attachments.map((file) => ({ fileId: idOf(file) })) };
  return { ...rest, text, ...files };
}
