-- The lists of a branch contain steps, so references are found at any depth. No earlier release has stored nested steps, so
-- no file has to be marked as used again.
CREATE OR REPLACE FUNCTION "files_in_steps"("steps" jsonb) RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- Steps that cannot be read fail the run, and must not fail the statement that stores them.
  IF jsonb_typeof("steps") <> 'array' THEN
    RETURN '{}';
  END IF;
  RETURN "files_in_attachments"(
    jsonb_path_query_array("steps", '$.**.attachments[*]')
      || (SELECT coalesce(jsonb_agg(jsonb_build_object('fileId', "id")), '[]')
          FROM jsonb_path_query("steps", '$.**.mediaFileId') AS "id")
  );
END
$$;
