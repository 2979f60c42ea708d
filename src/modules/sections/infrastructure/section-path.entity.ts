import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../../../platform/database/columns.js';

/** A full URL that a section had before, or that a removed one had whose posts went to it. */
@Entity('section_paths')
export class SectionPath {
  @PrimaryColumn({ type: 'varchar', length: 700 })
  path!: string;

  @Index('section_paths_by_section')
  @IntegerColumn()
  @ForeignKey('sections', { name: 'section_paths_section_id', onDelete: 'CASCADE' })
  sectionId!: number;
}
