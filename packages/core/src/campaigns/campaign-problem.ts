import type { InvalidParamKey } from '../domain-error.js';

export type CampaignProblem = readonly [path: string, key: InvalidParamKey, message: string];
