import type { operations } from '@parley/contract/v3';
import { createTeam, deleteById, findTeamErrors, teams, updateTeam } from '@parley/core';
import { presentDeleteResult, presentTeam } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type TeamOperations = Pick<
  operations,
  'createTeam' | 'getTeam' | 'updateTeam' | 'deleteTeam' | 'searchTeams'
>;

export const teamHandlers: Handlers<TeamOperations> = {
  createTeam: {
    check: (context, { body }) => findTeamErrors(context, body),
    async handle(context, { body }) {
      const team = await createTeam(context, body);
      return { success: true, data: presentTeam(team) };
    },
  },

  getTeam: storedRecordHandler(teams, { idOf: ({ teamId }) => teamId, present: presentTeam }),

  updateTeam: {
    check: (context, { params, body }) => findTeamErrors(context, body, params.teamId),
    async handle(context, { params, body }) {
      const team = await updateTeam(context, { ...body, teamId: params.teamId });
      return { success: true, data: presentTeam(team) };
    },
  },

  async deleteTeam(context, { params }) {
    const result = await deleteById(context, teams, params.teamId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchTeams: storedSearchHandler(() => teams, presentTeam),
};
