import { useWorlds } from '../use-worlds.js';
import { describeKilledQuestions } from './describe-killed-questions.js';
import { describeKilledRuns } from './describe-killed-runs.js';

const worlds = useWorlds();
// Every ninth query; the long test kills at each of them.
const every = 9;

describeKilledRuns(worlds, every);
describeKilledQuestions(worlds, every);
