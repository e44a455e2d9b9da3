export const usage = `Tests a server against its OpenAPI 3.1 document over the wire.

  npm run conformance -- --url http://localhost:3000 --token "$TOKEN"

It sends valid requests and requests with one mutation each, and checks that every response is as the document declares.
It writes and deletes everything that the token allows: use a server whose data may be changed.

  --url <address>        URL of the server (required); a path in it replaces the path of the document's server
  --token <token>        credentials for the security that the document declares; user:password for basic
                         authentication; the default is CONFORMANCE_TOKEN
  --document <file|url>  the document, JSON or YAML; can be repeated
  --seed <number>        seed of an earlier run, to send the same requests again
  --only <operation>     operations to test, by operationId or "METHOD /path"; * matches anything; can be repeated
  --skip <operation>     operations to skip, in the same form; can be repeated
  --id <name=value>      identifier of an existing record, such as chatId=42; can be repeated
  --header <name: value> header to send with every request; can be repeated
  --strict               also reports undeclared keys and headers in responses and, if the document closes all its
                         bodies, undeclared query keys that are accepted
  --requests <number>    approximate number of requests for each operation (100)
  --minutes <number>     minutes after which no further request is sent (10)
  --deep                 repeats the run with other values until the time has elapsed (an hour)
  --concurrency <number> number of operations to test at a time (1)
  --timeout <seconds>    seconds to wait for a response (15)
  --body-limit <bytes|x-key>  maximum size of a body, or the key in the document that contains it
  --error-list <path>    path of the list of invalid fields in refusals, such as error.invalidParams; none if there is none
  --json [file]          writes the report as JSON, to a file or instead of the text
  --quiet                prints no progress
  --help                 prints this text

A webhook receiver is tested instead of a server with --receiver. The tool posts signed events to it: valid, repeated, out
of order, unknown, late, forged. It reports what the receiver does wrong:

  npm run conformance -- --receiver http://localhost:8080/webhooks/parley --secret "$SECRET"

  --receiver <address>   URL of the receiver
  --secret <whsec_…>     secret that the receiver verifies with; the default is CONFORMANCE_SECRET
  --revoked-secret <whsec_…>  secret that the receiver must no longer accept
  --event <type>         type that the receiver is subscribed to; can be repeated; the default is every type
  --probe <address>      URL of the receiver that returns what it has handled: {"handled": ["<webhook-id>", …], "current":
                         {"<id of the resource>": "<webhook-id>"}}; without it, the effect of a delivery is unknown
  --only <check>         check to run, such as tampered-body; can be repeated
  --requests <number>    generated events of each type (5)

--document, --header, --seed, --timeout, --json and --quiet mean the same. Of several default documents, the first is used.

Exits with 0 if there is no finding, 1 if there is one, and 2 if nothing could be tested.
`;
