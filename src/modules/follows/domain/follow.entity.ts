import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** An author follows a section. */
@Entity('follows')
@Index('follows_once', ['sectionId', 'authorId'], { unique: true })
@Index('follows_by_author', ['authorId', 'id'])
@Index('follows_by_section', ['sectionId', 'id'])
export class Follow {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  @ForeignKey('authors', { name: 'follows_author_id', onDelete: 'CASCADE' })
  authorId!: number;

  @IntegerColumn()
  @ForeignKey('sections', { name: 'follows_section_id', onDelete: 'CASCADE' })
  sectionId!: number;

  @SecondsColumn()
  createdTs!: UtcSeconds;
}
