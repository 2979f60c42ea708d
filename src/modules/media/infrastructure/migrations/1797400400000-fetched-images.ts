import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Images that were made of files at URLs, by the hash of the URL. */
export class FetchedImages1797400400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integer = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'fetched_images',
        columns: [
          { name: 'url_hash', type: 'varchar', length: '64', isPrimary: true },
          { name: 'image_id', type: integer },
        ],
        indices: [{ name: 'fetched_images_by_image', columnNames: ['image_id'] }],
        foreignKeys: [
          {
            name: 'fetched_images_image_id',
            columnNames: ['image_id'],
            referencedTableName: 'images',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('fetched_images');
  }
}
