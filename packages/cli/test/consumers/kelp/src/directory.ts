import { createClient, desc, eq, isApiError } from '@parley/client';
import { withResources } from '@parley/client/resources';

const parley = withResources(createClient({ baseUrl: 'http://localhost:3000', token: 'token' }));

/** A directory: calls operations only by name, with ids and bodies as arguments. */
export async function addTeam(name: string): Promise<string | undefined> {
  try {
    const team = await parley.teams.create({ name });
    return team.id;
  } catch (error) {
    if (isApiError(error, 'teams_limit_reached')) return undefined;
    throw error;
  }
}

export async function leave(userId: string): Promise<void> {
  await parley.users.update(userId, { isAvailable: false });
}

export async function listTeams(name: string): Promise<string[]> {
  const names: string[] = [];
  for await (const team of parley.teams.search({ query: eq('name', name), sortBy: desc('createdAt') }))
    names.push(team.externalId ?? team.name);
  return names;
}
