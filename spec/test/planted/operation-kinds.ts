import type { EditableDocument } from '../compare-edited.js';
import { type Kind, type PlantedChange, plant } from './planted-change.js';
import { type OperationSite, operationIn, operations } from './sites.js';

type OperationKind = Omit<Kind<OperationSite>, 'sites' | 'edit' | 'prepare'> & {
  readonly where?: (operation: EditableDocument, site: OperationSite) => boolean;
  readonly prepare?: (operation: EditableDocument, document: EditableDocument) => void;
  readonly edit: (operation: EditableDocument, document: EditableDocument, site: OperationSite) => void;
};

/** Changes of single operations. */
export function plantInOperations(kinds: readonly OperationKind[]): PlantedChange[] {
  return kinds.flatMap(({ where = () => true, prepare, edit, ...kind }) =>
    plant({
      ...kind,
      sites: operations.filter((site) => where(site.operation, site)),
      ...(prepare && {
        prepare: (document: EditableDocument, site: OperationSite) =>
          prepare(operationIn(document, site), document),
      }),
      edit: (document: EditableDocument, site: OperationSite) =>
        edit(operationIn(document, site), document, site),
    }),
  );
}

type Where = NonNullable<OperationKind['where']>;

export const hasNoBody: Where = ({ requestBody }, { method }) =>
  requestBody === undefined && method !== 'get';
export const hasBody: Where = ({ requestBody }) => requestBody?.content !== undefined;
