npx parley send --chat 0193a1e0-5c00-7000-8000-000000000041 --text "It arrives tomorrow."
