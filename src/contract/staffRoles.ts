/** Roles of a tenant's staff (STF-01). Part of the contract: each staff call names the role it needs. */

/** owner: everything. editor: content. moderator: people and posts. viewer: figures. */
export const STAFF_ROLES = ['owner', 'editor', 'moderator', 'viewer'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Whether a role may make calls that need another: an owner may all, everybody on the staff may what a viewer may. */
export const mayAs = (held: StaffRole, needed: StaffRole): boolean =>
  held === 'owner' || held === needed || needed === 'viewer';
