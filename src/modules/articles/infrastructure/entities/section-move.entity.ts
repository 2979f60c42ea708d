import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../../../../platform/database/columns.js';

/**
 * A section whose URL has changed: the paths of its articles are being brought
 * up to date, in the order of ids.
 */
@Entity('section_moves')
export class SectionMove {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('sections', { name: 'section_moves_section_id', onDelete: 'CASCADE' })
  sectionId!: number;

  /** The highest id that is done. */
  @IntegerColumn()
  doneArticleId!: number;
}
