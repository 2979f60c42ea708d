import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../../../platform/database/columns.js';

/** A name that an author had before. */
@Entity('author_names')
export class AuthorName {
  @PrimaryColumn({ type: 'varchar', length: 100 })
  name!: string;

  @Index('author_names_by_author')
  @IntegerColumn()
  @ForeignKey('authors', { name: 'author_names_author_id', onDelete: 'CASCADE' })
  authorId!: number;
}
