import type { ChannelConfiguration, ProviderCallOptions } from '../../adapter/channel-adapter.js';
import type {
  ListedTemplate,
  SubmittedTemplate,
  TemplateDraft,
  TemplateToSubmit,
} from '../../adapter/channel-templates.js';
import { cannotSend, SendError } from '../../adapter/send-error.js';
import { responseWithoutId } from '../../http/refused-response.js';
import { callGraph } from '../../meta/call-graph.js';
import { readId } from '../../payload/read-value.js';
import { requiredSetting } from '../../settings/read-setting.js';
import {
  describeAuthentication,
  findAuthenticationErrors,
  isForAuthentication,
} from './authentication-template.js';
import { describeHeader, findFileErrors } from './header-file.js';
import { findById, findByName } from './list-templates.js';
import { placeholderForm } from './placeholder-form.js';
import { languageCode, readCategory, readStatus } from './read-template.js';
import { templateError } from './template-error.js';

/** Returns why Meta would refuse a template, by the limits of its reference of templates. */
export function findErrors(template: TemplateDraft): string[] {
  const { name, body, file, hasMore } = template;
  return [
    ...(/^[a-z0-9_]{1,512}$/.test(name)
      ? []
      : [`Meta accepts only lower-case letters, digits and "_" in the name of a template, not "${name}"`]),
    ...(body.length > 1024 ? ['Meta accepts a text of at most 1024 characters'] : []),
    ...(isForAuthentication(template) ? findAuthenticationErrors(template) : findFileErrors(file)),
    ...(hasMore ? ['Only a template without a text in the header and without buttons can be submitted'] : []),
  ];
}

/** Creates a template at Meta, or edits the registered one. After an interrupted attempt, Meta is asked what it has. */
export async function submit(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions = {},
): Promise<SubmittedTemplate> {
  const { registered, mayExist } = template;
  if (registered !== undefined) {
    const found = mayExist ? await findById(registered.vendorId, channel, options) : undefined;
    // Meta does not show whether its file or the validity of the code is the new one.
    const isShown = !found?.hasFile && !isForAuthentication(template);
    const isEdited = found && isShown && isOurs(template, found) && found.category === template.category;
    return isEdited ? submitted(found) : edit(template, registered, { channel, options });
  }
  const found = mayExist ? await findOurs(template, channel, options) : undefined;
  if (found !== undefined) return submitted(found);
  return create(template, channel, options).catch(async (error: unknown) => {
    // A list of Meta may show a new template late.
    const isKnown = mayExist && error instanceof SendError && error.code === 'template_exists';
    const late = isKnown ? await findOurs(template, channel, options) : undefined;
    if (late === undefined) throw error;
    return submitted(late);
  });
}

/** A template with another text is not the one of the interrupted attempt. */
async function findOurs(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<ListedTemplate | undefined> {
  const found = await findByName(template, channel, options);
  if (found === undefined || isOurs(template, found)) return found;
  throw cannotSend('template_exists', 'Meta has a template of this name and language with another text.');
}

function isOurs(template: TemplateToSubmit, found: ListedTemplate): boolean {
  const { body, hasFile, hasMore } = found;
  if (isForAuthentication(template)) return isForAuthentication(found) && !hasMore;
  const isSameHeader = hasFile === (template.sample !== undefined);
  return !hasMore && isSameHeader && body?.trim() === describeBody(template).text.trim();
}

async function create(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<SubmittedTemplate> {
  const path = [requiredSetting(channel.settings, 'businessAccountId'), 'message_templates'];
  const { name, language, category } = template;
  const isNamed = !isForAuthentication(template) && describeBody(template).isNamed;
  const body = {
    name,
    language: languageCode(language),
    category: category.toUpperCase(),
    ...(isNamed && { parameter_format: 'NAMED' }),
    components: await describeComponents(template, channel, options),
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
  const components = await describeComponents(template, channel, options);
  const isOther = template.category !== category;
  const body = { ...(isOther && { category: template.category.toUpperCase() }), components };
  await callGraph({ path: [vendorId], body, readError: templateError }, channel, options);
  return { vendorId };
}

function submitted({ vendorId, category, status, rejectionReason }: ListedTemplate): SubmittedTemplate {
  return { vendorId, category, state: { status, rejectionReason } };
}

async function describeComponents(
  template: TemplateToSubmit,
  channel: ChannelConfiguration,
  options: ProviderCallOptions,
): Promise<object[]> {
  if (isForAuthentication(template)) return describeAuthentication(template.authentication);
  const { component } = describeBody(template);
  if (template.sample === undefined) return [component];
  return [await describeHeader(template.sample, channel, options), component];
}

function describeBody({ placeholders, textWith, examples }: TemplateToSubmit) {
  const { isNamed, ordered } = placeholderForm(placeholders);
  const markers = ordered.map((name, index) => [name, isNamed ? `{{${name}}}` : `{{${index + 1}}}`]);
  const values = ordered.map((name) => ({ param_name: name, example: examples[name] ?? name }));
  const example = isNamed
    ? { body_text_named_params: values }
    : { body_text: [values.map((value) => value.example)] };
  const text = textWith(Object.fromEntries(markers));
  return { isNamed, text, component: { type: 'BODY', text, ...(ordered.length > 0 && { example }) } };
}
