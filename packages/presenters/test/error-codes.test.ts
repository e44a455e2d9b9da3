import { describe, expect, test } from '@jest/globals';
import { v3Document } from '@parley/contract/documents';
import { askOutcomes, auditActions, runErrorCodes } from '@parley/core';

describe('the contract lists the error codes', () => {
  const ofRun = knownCodes('AutomationRunError');
  const ofCampaign = knownCodes('FailureReason');

  test('every code that a run can fail with', () => {
    expect(ofRun).toEqual(expect.arrayContaining([...runErrorCodes]));
  });

  test('every code of a run can be that of a recipient', () => {
    expect(ofCampaign).toEqual(expect.arrayContaining(ofRun));
  });
});

test('the contract lists every action of the audit log, and no other', () => {
  expect(knownCodes('AuditLogEntry', 'action')).toEqual([...auditActions]);
});

test('the contract lists every outcome of a question, and no other', () => {
  const schema = 'components.schemas.AutomationRunStepResult.properties.outcome.oneOf.0.x-extensible-enum';
  const known = schema.split('.').reduce<unknown>((value, key) => Object(value)[key], v3Document);
  expect(known).toEqual([...askOutcomes]);
});

function knownCodes(schema: string, property = 'code'): string[] {
  const path = ['components', 'schemas', schema, 'properties', property, 'x-extensible-enum'];
  const known = path.reduce<unknown>((value, key) => Object(value)[key], v3Document);
  if (!Array.isArray(known)) throw new Error(`${schema} lists no codes`);
  return known.map(String);
}
