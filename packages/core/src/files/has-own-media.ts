/**
 * The SQL condition that a row called `run` has a file of its own. A run of a campaign has the file of the campaign, which does
 * not belong to the person.
 */
export const hasOwnMedia = 'run.media_file_id is not null and run.campaign_send_id is null';
