import type { ValidationErrors } from '../validation-errors.js';

export const assignmentStrategies = ['round_robin', 'least_busy'] as const;
export type AssignmentStrategy = (typeof assignmentStrategies)[number];

/** To whom a chat is assigned. An absent value keeps the current one. */
export interface Assignment {
  /** An id of the partner's own, which is not checked. Null removes the assignment. */
  readonly assignedUserId?: string | null;
  readonly assignedTeamId?: string | null;
  /** A user or a team of the workspace. */
  readonly userId?: string;
  readonly teamId?: string;
  /** How a user of the team is chosen. */
  readonly strategy?: AssignmentStrategy;
}

type Fields = { readonly [Key in keyof Assignment]?: Assignment[Key] | undefined };

/** Adds an error for each field that another field excludes. `path` ends with a dot, or is empty. */
export function checkAssignmentFields(fields: Fields, path: string, errors: ValidationErrors): void {
  const refuse = (field: keyof Assignment, message: string) =>
    errors.add(`${path}${field}`, 'unrecognized_keys', message);
  const { assignedUserId, assignedTeamId, userId, teamId, strategy } = fields;
  if (userId !== undefined && assignedUserId !== undefined)
    refuse('userId', 'Not allowed with assignedUserId');
  if (teamId !== undefined && assignedTeamId !== undefined)
    refuse('teamId', 'Not allowed with assignedTeamId');
  if (strategy === undefined) return;
  if (userId !== undefined) refuse('strategy', 'Not allowed with userId');
  else if (assignedUserId !== undefined) refuse('strategy', 'Not allowed with assignedUserId');
  else if (!('teamId' in fields)) refuse('strategy', 'Only allowed with teamId');
}
