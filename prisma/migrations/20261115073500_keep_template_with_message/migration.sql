-- What a message needs of its template is kept with it, the values of its placeholders included.
ALTER TABLE "messages" ADD COLUMN "template" JSONB;

UPDATE "messages" message
SET "template" = jsonb_build_object('name', template."name", 'language', template."language", 'body', template."body",
  'content', template."content", 'variables', coalesce(message."template_variables", '{}'))
FROM "message_templates" template
WHERE template."tenant_id" = message."tenant_id" AND template."id" = message."message_template_id"
  AND message."status" = 'pending';

ALTER TABLE "messages" DROP COLUMN "template_variables";
