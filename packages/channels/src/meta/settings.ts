import type { ObjectSchema, PropertySchema } from '../adapter/object-schema.js';
import { DEFAULT_GRAPH_URL, DEFAULT_GRAPH_VERSION } from './call-graph.js';

export const graphSettings: Readonly<Record<'apiVersion' | 'baseUrl', PropertySchema>> = {
  apiVersion: {
    type: 'string',
    description: 'Version of the Graph API.',
    pattern: '^v\\d{1,2}\\.\\d$',
    default: DEFAULT_GRAPH_VERSION,
  },
  baseUrl: {
    type: 'string',
    description:
      'Base URL of the Graph API; set it to test against a server of your own. Only a server on loopback may be used without https.',
    format: 'uri',
    pattern: '^https?://',
    default: DEFAULT_GRAPH_URL,
  },
};

export const metaSecretsSchema: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accessToken', 'appSecret', 'verifyToken'],
  properties: {
    accessToken: {
      type: 'string',
      description: 'Access token of a system user, with which messages are sent.',
      minLength: 1,
    },
    appSecret: {
      type: 'string',
      description: 'Secret of the Meta app, with which Meta signs notifications.',
      minLength: 1,
    },
    verifyToken: {
      type: 'string',
      description: 'Text of your choice, entered in the Meta app along with the callback URL.',
      minLength: 1,
    },
  },
};
