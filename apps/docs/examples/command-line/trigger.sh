npx parley trigger message.received --text "Where is my order?"
