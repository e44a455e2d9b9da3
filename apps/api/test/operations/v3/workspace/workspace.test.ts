import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeAttributes } from './attributes.js';
import { describeAuditLog } from './audit-log.js';
import { describeChannelChange } from './change-channel.js';
import { describeWorkspaceChange } from './change-workspace.js';
import { describeChannelDestination } from './channel-destination.js';
import { describeChannelCreation } from './create-channel.js';
import { describeLabels } from './labels.js';
import { describeLimits } from './limits.js';
import { describeQuietHours } from './quiet-hours.js';
import { describeScopesOfReferences } from './scopes-of-references.js';
import { describeSubscriptionWords } from './subscription-words.js';
import { describeTeams } from './teams.js';
import { describeUsers } from './users.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('workspace', () => describeWorkspaceChange(stage));
describe('limits', () => describeLimits(stage));
describe('scopes of references', () => describeScopesOfReferences(stage));
describe('audit log', () => describeAuditLog(stage, world));
describe('attributes', () => describeAttributes(stage));

describe('channels', () => {
  describeChannelCreation(stage);
  describeChannelChange(stage);
  describeChannelDestination(stage);
  describeQuietHours(stage);
  describeSubscriptionWords(stage);
});

describe('labels', () => describeLabels(stage));
describe('teams', () => describeTeams(stage));
describe('users', () => describeUsers(stage));
