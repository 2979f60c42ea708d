import { IntegerColumn, SecondsColumn, TextColumn } from 'content-publishing-service';
import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What was wrong in a post, and since when it is right. */
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
