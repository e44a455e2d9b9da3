-- Runs before each migration, also on a database that has no such role yet. The API and the workers use this role, which owns
-- nothing; the migration grants it what they need.
\getenv password DATABASE_PASSWORD
do $$
begin
  create role parley_app login;
exception when duplicate_object then
  null;
end
$$;
alter role parley_app login password :'password';
