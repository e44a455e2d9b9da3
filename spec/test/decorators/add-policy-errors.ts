import type { DecoratorCases } from '../decorator-cases.js';
import { jsonBody } from '../small-document.js';

const refer = (name: string): object => ({ $ref: `#/components/responses/${name}` });
const always = {
  '400': refer('InvalidBodyParams'),
  '401': refer('Unauthorized'),
  '402': refer('InsufficientBillingPlan'),
  '403': refer('Forbidden'),
  '404': refer('ContactNotFound'),
  '429': refer('TooManyRequests'),
  '500': refer('InternalError'),
  '503': refer('ServiceUnavailable'),
};
const own = { description: 'There is no such chat.' };
const requestBody = jsonBody({});

export const addPolicyErrors: DecoratorCases = {
  'declares the errors that every operation can return': {
    operation: { responses: { '200': own } },
    expected: { responses: { '200': own, ...always } },
  },
  'keeps the errors that the operation declares itself': {
    operation: { 'x-idempotent': true, responses: { '404': own, '409': own } },
    expected: {
      'x-idempotent': true,
      responses: { ...always, '404': own, '409': own, '422': refer('IdempotencyKeyReused') },
    },
  },
  'declares the conflicts of an idempotent operation': {
    operation: { 'x-idempotent': true },
    expected: {
      'x-idempotent': true,
      responses: { ...always, '409': refer('IdempotencyInProgress'), '422': refer('IdempotencyKeyReused') },
    },
  },
  'declares the limit of waiting jobs for an operation that adds jobs': {
    operation: { 'x-adds-jobs': true },
    expected: { 'x-adds-jobs': true, responses: { ...always, '429': refer('TooManyJobs') } },
  },
  'declares the limits of a search': {
    operation: { 'x-filter-fields': { id: 'id' } },
    expected: {
      'x-filter-fields': { id: 'id' },
      responses: { ...always, '422': refer('SearchTooExpensive'), '429': refer('TooManySearches') },
    },
  },
  'declares the errors of a body': {
    operation: { requestBody },
    expected: {
      requestBody,
      responses: { ...always, '413': refer('PayloadTooLarge'), '415': refer('UnsupportedMediaType') },
    },
  },
  'declares the end of a version with a sunset date': {
    version: 'v2',
    info: { 'x-sunset-at': '2026-11-01T23:59:59Z' },
    operation: {},
    expected: { responses: { ...always, '410': refer('VersionSunset') } },
  },
};
