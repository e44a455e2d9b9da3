import type { components } from '@parley/contract/v3';
import type { TeamRecord } from '@parley/core';

export function presentTeam(team: TeamRecord): components['schemas']['Team'] {
  return {
    id: team.id,
    createdAt: team.createdAt,
    updatedAt: team.updatedAt,
    externalId: team.externalId,
    name: team.name,
    users: team.users.map(({ id, externalId, name }) => ({ id, externalId, name })),
  };
}
