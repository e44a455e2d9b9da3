import { useWorlds } from '../use-worlds.js';
import { describeKilledQuestions } from './describe-killed-questions.js';
import { describeKilledRuns } from './describe-killed-runs.js';

const worlds = useWorlds();
const every = 1;

describeKilledRuns(worlds, every);
describeKilledQuestions(worlds, every);
