npx parley listen --forward-to http://localhost:4000/hook
