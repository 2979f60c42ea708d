import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An image that an article shows, wherever in it. */
@Entity('article_images')
@Index('article_images_by_image', ['imageId', 'articleId'])
export class ArticleImage {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_images_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('images', { name: 'article_images_image_id', onDelete: 'CASCADE' })
  imageId!: number;
}

/** A document that an article links to. */
@Entity('article_documents')
@Index('article_documents_by_document', ['documentId', 'articleId'])
export class ArticleDocument {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_documents_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('documents', { name: 'article_documents_document_id', onDelete: 'CASCADE' })
  documentId!: number;
}
