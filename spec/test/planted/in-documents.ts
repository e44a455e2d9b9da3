import type { PlantedChange } from './planted-change.js';

/** Changes of the whole document, and of what the contract does not contain yet. */
export const inDocuments: readonly PlantedChange[] = [
  {
    name: 'another server',
    verdict: 'breaking',
    edit: ({ servers }) => {
      servers[0].url = 'https://planted.example.com';
    },
  },
  {
    name: 'one more server',
    verdict: 'compatible',
    edit: ({ servers }) => servers.push({ url: 'https://planted.example.com' }),
  },
  {
    name: 'another way to authenticate',
    verdict: 'breaking',
    edit: ({ components }) => {
      components.securitySchemes.bearerAuth = { type: 'apiKey', in: 'header', name: 'planted' };
    },
  },
  {
    name: 'a renamed schema with the same content',
    verdict: 'breaking',
    edit: (document) => {
      const text = JSON.stringify(document).replaceAll(
        '"#/components/schemas/Label"',
        '"#/components/schemas/Planted"',
      );
      Object.assign(document, JSON.parse(text));
      document.components.schemas.Planted = document.components.schemas.Label;
      delete document.components.schemas.Label;
    },
  },
  {
    name: 'two schemas exchange their names',
    verdict: 'breaking',
    edit: (document) => {
      const reference = (name: string): string => `"#/components/schemas/${name}"`;
      const text = JSON.stringify(document)
        .replaceAll(reference('Label'), reference('Planted'))
        .replaceAll(reference('Handle'), reference('Label'))
        .replaceAll(reference('Planted'), reference('Handle'));
      Object.assign(document, JSON.parse(text));
      const { schemas } = document.components;
      [schemas.Label, schemas.Handle] = [schemas.Handle, schemas.Label];
    },
  },
  {
    name: 'another property discriminates',
    verdict: 'breaking',
    prepare: ({ components }) => {
      components.schemas.Label.discriminator = { propertyName: 'name' };
    },
    edit: ({ components }) => {
      components.schemas.Label.discriminator.propertyName = 'color';
    },
  },
  {
    name: 'a value discriminates another schema',
    verdict: 'breaking',
    prepare: ({ components }) => {
      components.schemas.Label.discriminator = { propertyName: 'name', mapping: { a: 'Label', b: 'Handle' } };
    },
    edit: ({ components }) => {
      components.schemas.Label.discriminator.mapping.a = 'Handle';
    },
  },
  {
    name: 'one more value discriminates',
    verdict: 'compatible',
    prepare: ({ components }) => {
      components.schemas.Label.discriminator = { propertyName: 'name', mapping: { a: 'Label' } };
    },
    edit: ({ components }) => {
      components.schemas.Label.discriminator.mapping.b = 'Handle';
    },
  },
  {
    name: 'an error key is removed',
    verdict: 'breaking',
    edit: ({ components }) => {
      const { schema } = components.responses.ChatNotFound.content['application/json'];
      schema.properties.error.allOf[1].properties.messageKey.enum.pop();
    },
  },
  {
    name: 'an error key is added',
    verdict: 'compatible',
    edit: ({ components }) => {
      const { schema } = components.responses.ChatNotFound.content['application/json'];
      schema.properties.error.allOf[1].properties.messageKey.enum.push('planted_not_found');
    },
  },
  {
    name: 'a response header is removed',
    verdict: 'breaking',
    edit: ({ components }) => delete components.responses.TooManyRequests.headers['Retry-After'],
  },
  {
    name: 'a response header is no longer always sent',
    verdict: 'breaking',
    edit: ({ components }) => delete components.headers['WWW-Authenticate'].required,
  },
  {
    name: 'a response header is added',
    verdict: 'compatible',
    edit: ({ components }) => {
      components.responses.TooManyRequests.headers.Planted = { schema: { type: 'string' } };
    },
  },
  {
    name: 'an earlier sunset',
    version: 'v2',
    verdict: 'breaking',
    edit: ({ info }) => {
      info['x-sunset-at'] = '2026-10-01T00:00:00Z';
    },
  },
  {
    name: 'a later sunset',
    version: 'v2',
    verdict: 'compatible',
    edit: ({ info }) => {
      info['x-sunset-at'] = '2027-10-01T00:00:00Z';
    },
  },
  {
    name: 'a field of an open request is removed',
    version: 'v2',
    verdict: 'breaking',
    edit: ({ components }) => delete components.schemas.BroadcastCreate.properties.variables,
  },
  {
    name: 'a branch of a request is removed',
    verdict: 'breaking',
    edit: ({ components }) => components.schemas.AutomationStepInput.oneOf.pop(),
  },
  {
    name: 'a branch of a request is added',
    verdict: 'compatible',
    edit: ({ components }) =>
      components.schemas.AutomationStepInput.oneOf.push({
        type: 'object',
        required: ['type'],
        additionalProperties: false,
        properties: { type: { type: 'string', const: 'planted' } },
      }),
  },
];
