import { runCommand } from './contract-error.js';
import { judgeContract } from './judge-contract.js';

await runCommand(async () => {
  await judgeContract();
});
