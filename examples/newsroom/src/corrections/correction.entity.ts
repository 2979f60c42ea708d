import { IntegerColumn, SecondsColumn, TextColumn } from 'content-publishing-service';
import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A correction of a post: its text, and the time when it was noted. */
@Entity('newsroom_corrections')
@Index('newsroom_corrections_by_article', ['articleId'])
export class Correction {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  @ForeignKey('articles', { name: 'newsroom_corrections_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @TextColumn({ nullable: false })
  text!: string;

  @SecondsColumn()
  createdTs!: number;
}
