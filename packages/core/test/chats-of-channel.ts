/**
 * The start of a statement that adds chats with one message each: `$1` is the tenant, `$2` the channel, `$3` their
 * number.
 */
export const withChatsOfChannel = `with person as (
    insert into contacts (tenant_id, id) select $1, gen_random_uuid() from generate_series(1, $3::int) returning id
  ), handle as (
    insert into handles (tenant_id, id, contact_id, type, value)
    select $1, gen_random_uuid(), id, 'instagram', id::text from person returning id, contact_id
  ), chat as (
    insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
    select $1, gen_random_uuid(), $2, contact_id, id from handle returning id
  ), message as (
    insert into messages (tenant_id, id, chat_id, channel_id, sender, timestamp)
    select $1, gen_random_uuid(), id, $2, 'inbound', now() from chat
  )`;
