import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../../../platform/database/columns.js';

/** The image that was made of the file at a URL. */
@Entity('fetched_images')
export class FetchedImage {
  /** SHA-256 of the URL, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  urlHash!: string;

  @Index('fetched_images_by_image')
  @IntegerColumn()
  @ForeignKey('images', { name: 'fetched_images_image_id', onDelete: 'CASCADE' })
  imageId!: number;
}
