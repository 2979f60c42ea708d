import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidError } from '../../kernel/errors.js';
import type { Actor } from '../auth/domain/actor.js';
import type { Right } from '../site/rights.js';
import { RoleSettings } from '../site/role.settings.js';

/**
 * Guards roles with a right that the actor has not: only authors with `authors.write.privileged` may give
 * them, or edit their holders, since whoever edits an author can act as this one.
 */
@Injectable()
export class AuthorRanks {
  constructor(private readonly settings: RoleSettings) {}

  /** @throws InvalidError when there is no such role; ForbiddenError when the actor may not give it */
  mustGive(role: string, actor: Actor | null): void {
    const { roles } = this.settings;
    if (!Object.hasOwn(roles, role)) {
      throw InvalidError.field(
        'role',
        `there is no role "${role}"; there are ${Object.keys(roles).join(', ')}`,
      );
    }
    this.mustOutrank(role, actor);
  }

  /** @param actor null for the service itself, which may do everything. @throws ForbiddenError */
  mustOutrank(role: string, actor: Actor | null): void {
    if (!actor || !isAbove(this.settings.roles[role] ?? [], actor)) return;
    actor.mustBeAbleTo('authors.write.privileged', `create or edit authors of the role ${role}`);
  }

  /**
   * Some author has to keep all rights: nobody could give them to anybody again.
   *
   * @param isLast whether no other author has one of these roles; asked where it matters
   * @throws ConflictError
   */
  async mustLeaveOne(
    former: string,
    role: string | undefined,
    isLast: (roles: readonly string[]) => Promise<boolean>,
  ): Promise<void> {
    const unlimited = Object.entries(this.settings.roles).flatMap(([name, rights]) =>
      rights.includes('*') ? [name] : [],
    );
    if (role === undefined || unlimited.includes(role) || !unlimited.includes(former)) return;
    if (await isLast(unlimited))
      throw new ConflictError(
        'last-administrator',
        'This is the last author who may do everything; give another one such a role first.',
      );
  }

  /** Roles whose authors the actor may not edit. */
  above(actor: Actor): string[] {
    if (actor.may('authors.write.privileged')) return [];
    return Object.entries(this.settings.roles).flatMap(([role, rights]) =>
      isAbove(rights, actor) ? [role] : [],
    );
  }
}

function isAbove(rights: readonly Right[], actor: Actor): boolean {
  return rights.some((right) => !actor.may(right));
}
