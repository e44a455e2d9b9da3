import type { ChannelConfiguration, ProviderCallOptions } from '../../adapter/channel-adapter.js';
import type {
  ListedTemplate,
  SubmittedTemplate,
  TemplateDraft,
  TemplateToSubmit,
} from '../../adapter/channel-templates.js';
import { responseWithoutId } from '../../http/refused-response.js';
import { callGraph } from '../../meta/call-graph.js';
import { readId } from '../../payload/read-value.js';
import { requiredSetting } from '../../settings/read-setting.js';
import { findByName } from './list-templates.js';
import { placeholderForm } from './placeholder-form.js';
import { readCategory, readStatus } from './read-template.js';
import { templateError } from './template-error.js';

/** Returns why Meta would refuse a template, by the limits of its reference of templates. */
export function findErrors({ name, body, hasMore }: TemplateDraft): string[] {
  return [
    ...(/^[a-z0-9_]{1,512}$/.test(name)
      ? []
      : [`Meta accepts only lower-case letters, digits and "_" in the name of a template, not "${name}"`]),
    ...(body.length > 1024 ? ['Meta accepts a text of at most 1024 characters'] : []),
    ...(hasMore ? ['Only a template without a file, a header and buttons can be submitted'] : []),
  ];
}

/** Creates a template at Meta, or edits the registered one. A template of an interrupted attempt is found by its name. */
export async function submit(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SubmittedTemplate> {
  if (template.registered !== undefined) return edit(template, template.registered, { channel, options });
  const found = template.mayExist ? await findByName(template, channel, options) : undefined;
  return found === undefined ? create(template, channel, options) : submitted(found);
}

async function create(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<SubmittedTemplate> {
  const path = [requiredSetting(channel.settings, 'businessAccountId'), 'message_templates'];
  const { name, language, category } = template;
  const { components, isNamed } = describeBody(template);
  const body = {
    name,
    language,
    category: category.toUpperCase(),
    ...(isNamed && { parameter_format: 'NAMED' }),
    components,
  };
  const response = await callGraph({ path, body, readError: templateError }, channel, options);
  const vendorId = readId(response, 'id');
  if (vendorId === undefined) throw responseWithoutId('WhatsApp');
  const status = readStatus(response) ?? 'pending';
  return { vendorId, category: readCategory(response) ?? category, state: { status, rejectionReason: null } };
}

/** The name and the language of a template cannot change, and the category of an approved one cannot either. */
async function edit(
  template: TemplateToSubmit,
  { vendorId, category }: { readonly vendorId: string; readonly category: string },
  { channel, options }: { readonly channel: ChannelConfiguration; readonly options: ProviderCallOptions },
): Promise<SubmittedTemplate> {
  const { components } = describeBody(template);
  const isOther = template.category !== category;
  const body = { ...(isOther && { category: template.category.toUpperCase() }), components };
  await callGraph({ path: [vendorId], body, readError: templateError }, channel, options);
  return { vendorId };
}

function submitted({ vendorId, category, status, rejectionReason }: ListedTemplate): SubmittedTemplate {
  return { vendorId, category, state: { status, rejectionReason } };
}

function describeBody({ placeholders, textWith, examples }: TemplateToSubmit) {
  const { isNamed, ordered } = placeholderForm(placeholders);
  const markers = ordered.map((name, index) => [name, isNamed ? `{{${name}}}` : `{{${index + 1}}}`]);
  const values = ordered.map((name) => ({ param_name: name, example: examples[name] ?? name }));
  const example = isNamed
    ? { body_text_named_params: values }
    : { body_text: [values.map((value) => value.example)] };
  const text = textWith(Object.fromEntries(markers));
  return { isNamed, components: [{ type: 'BODY', text, ...(ordered.length > 0 && { example }) }] };
}
