-- PostgreSQL's image runs this file once, when it creates the database. The API and the workers use this role, which owns
-- nothing; the migration grants it what they need.
\getenv password DATABASE_PASSWORD
create role parley_app login password :'password';
