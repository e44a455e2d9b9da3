echo "$TOKEN" | npx parley login --url http://localhost:3000
npx parley whoami
