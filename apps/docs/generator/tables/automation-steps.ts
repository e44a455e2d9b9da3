import type { ContractVersion } from '../list-entries.js';
import { code, renderTable } from '../markdown.js';
import { readObject } from '../read-node.js';

/** Renders the kinds of steps of an automation, with the fields of each. */
export function renderAutomationSteps({ document }: ContractVersion): string {
  const { oneOf } = readObject(document, document.components.schemas?.AutomationStepInput);
  if (!Array.isArray(oneOf)) throw new Error('An automation step is no longer one of several kinds.');
  const rows = oneOf.map((kind) => {
    const step = readObject(document, kind);
    const { type, ...fields } = readObject(document, step.properties);
    const required = Array.isArray(step.required) ? step.required : [];
    const names = Object.keys(fields).map((name) => `${code(name)}${required.includes(name) ? '' : ' ?'}`);
    return [code(String(readObject(document, type).const)), String(step.description), names.join(', ')];
  });
  return renderTable(['`type`', 'Does', 'Fields'], rows);
}

/** Renders the values of an enumeration that is a separate schema. */
export function renderEnum({ document }: ContractVersion, schemaName: string): string {
  const schema = readObject(document, document.components.schemas?.[schemaName]);
  const values = schema.enum ?? schema['x-extensible-enum'];
  if (!Array.isArray(values)) throw new Error(`${schemaName} is not an enumeration.`);
  return `${values.map((value) => code(String(value))).join(', ')}\n`;
}
