export const usage = `Tests a server against its OpenAPI 3.1 document over the wire.

  npm run conformance -- --url http://localhost:3000 --token "$TOKEN"

It sends valid requests and requests with one mutation each, and checks that every response is as the document declares.
It writes and deletes whatever the token lets it: use a server whose data may be changed.

  --url <address>        where the server is; with a path it stands for the document's own server (needed)
  --token <token>        for the security that the document declares; user:password for basic (or CONFORMANCE_TOKEN)
  --document <file|url>  the document, JSON or YAML; may be repeated
  --seed <number>        creates the same requests again
  --only <operation>     operationId, or "METHOD /path"; * stands for anything; may be repeated
  --skip <operation>     operations to leave out; may be repeated
  --id <name=value>      something that the server has, such as chatId=42; may be repeated
  --header <name: value> sent with every request; may be repeated
  --strict               undeclared keys and headers in responses are findings too, and undeclared query keys that are accepted
                         where the document closes all its bodies
  --requests <number>    requests for each operation, about (100)
  --minutes <number>     time after which no more is sent (10)
  --deep                 continues in rounds with other values until the time is over (an hour)
  --concurrency <number> operations tested at a time (1)
  --timeout <seconds>    for a response (15)
  --body-limit <bytes|x-key>  size above which bodies must be refused, or the key in the document that holds it
  --error-list <path>    where refusals list the invalid fields, such as error.invalidParams; none switches it off
  --json [file]          the report as JSON, to a file or instead of the text
  --quiet                no progress
  --help                 this text

Ends with 0 when there is no finding, 1 when there is one, 2 when nothing could be tested.
`;
