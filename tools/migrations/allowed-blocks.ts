/**
 * DO blocks of migrations from before such blocks were checked, with the reason why each is safe. A comment in the migration
 * itself would change its checksum.
 */
export const allowedBlocks: Readonly<Record<string, string>> = {
  '20261116081500_list_unfinished_deliveries':
    'It sets the fill factor of each partition, which changes no rows.',
  '20261116091500_find_sends_by_their_messages':
    'It adds a constraint only where online.sql did not run, to an empty table.',
  '20261116142242_count_api_usage': 'It creates indexes of a new table, if the server has their extensions.',
  '20261116173041_users_and_teams': 'It creates indexes of new tables, if the server has their extensions.',
  '20261116213000_segments_and_audiences':
    'It creates an index of a new table, if the server has its extensions.',
  '20261117091000_words_of_messages':
    'It creates an index of a new table, with or without the tenant, as the extensions of the server allow.',
  '20261117093000_campaign_results': 'It sets an option of a view that the migration has just replaced.',
};
