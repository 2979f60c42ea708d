import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist, TakenError } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Written } from '../../../kernel/events/written.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { raw, sql } from '../../../platform/database/sql.js';
import { Redirect } from '../domain/redirect.entity.js';
import { RedirectChanged } from '../domain/redirect-events.js';
import { RedirectsRepository } from '../domain/redirects.repository.js';

@Injectable()
export class SqlRedirectsRepository extends RedirectsRepository {
  constructor(
    @InjectRepository(Redirect) private readonly redirects: Repository<Redirect>,
    private readonly database: Database,
    private readonly events: DomainEvents,
  ) {
    super();
  }

  async getById(id: number): Promise<Redirect> {
    return mustExist('redirect', id, await this.redirects.findOneBy({ id }));
  }

  list({ offset, limit }: Page): Promise<Redirect[]> {
    return this.redirects.find({ order: { id: 'DESC' }, skip: offset, take: limit });
  }

  async find(path: string): Promise<Redirect | null> {
    const redirect = await this.redirects.findOneBy({ fromPath: path });
    // Databases take texts for equal that differ in blanks at their ends.
    return redirect?.fromPath === path ? redirect : null;
  }

  async findForUpdate(paths: readonly string[]): Promise<Pick<Redirect, 'fromPath' | 'target'>[]> {
    const found = await this.database.select<Pick<Redirect, 'fromPath' | 'target'>>(
      sql`SELECT from_path AS fromPath, target FROM redirects
           WHERE from_path IN (${paths})${raw(this.database.forUpdate)}`,
    );
    return found.filter(({ fromPath }) => paths.includes(fromPath));
  }

  async add(redirect: Redirect): Promise<void> {
    try {
      await this.redirects.insert(redirect);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw await this.taken(redirect.fromPath);
    }
    await this.tell(redirect.id, 'create');
  }

  async remove(redirect: Redirect): Promise<void> {
    const { id } = redirect;
    await this.redirects.remove(redirect);
    await this.tell(id, 'delete');
  }

  private async tell(id: number, verb: string): Promise<void> {
    await this.events.publish(new RedirectChanged(id));
    await this.events.publish(new Written('redirect', { id, verb }));
  }

  private async taken(path: string): Promise<TakenError> {
    const holder = await this.redirects.findOneBy({ fromPath: path });
    const fault = { field: 'from', message: 'leads elsewhere already' };
    return new TakenError('redirect-taken', `${path} leads elsewhere already.`, holder?.id ?? 0, [fault]);
  }
}
