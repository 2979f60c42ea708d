import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A tag that brings a badge to articles. */
@Entity('badge_tags')
@Index('badge_tags_by_slug', ['slug', 'badgeId'])
export class BadgeTag {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('badges', { name: 'badge_tags_badge_id', onDelete: 'CASCADE' })
  badgeId!: number;

  @PrimaryColumn({ type: 'varchar', length: 500 })
  slug!: string;
}
