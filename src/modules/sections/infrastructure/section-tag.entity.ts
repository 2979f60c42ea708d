import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A tag that brings articles into a section. */
@Entity('section_tags')
@Index('section_tags_by_slug', ['slug', 'sectionId'])
export class SectionTag {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('sections', { name: 'section_tags_section_id', onDelete: 'CASCADE' })
  sectionId!: number;

  @PrimaryColumn({ type: 'varchar', length: 500 })
  slug!: string;
}
