import { randomBytes } from 'node:crypto';
import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const BATCH = 500;

/** A secret for each document, which signs URLs of it as that of an image does. */
export class DocumentSecrets1797800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = { name: 'secret', type: 'varchar', length: '64', default: "''" };
    await runner.addColumn('documents', new TableColumn(column));
    await fillSecrets(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('documents', 'secret');
  }
}

/** Random ones, for the documents that have none. */
export async function fillSecrets(runner: QueryRunner): Promise<void> {
  for (;;) {
    const sql = `SELECT id FROM documents WHERE secret = '' ORDER BY id LIMIT ${BATCH}`;
    const ids = ((await runner.query(sql)) as { id: number }[]).map(({ id }) => id);
    if (ids.length === 0) return;
    const cases = ids.map(() => 'WHEN ? THEN ?').join(' ');
    const places = ids.map(() => '?').join(', ');
    await runner.query(
      `UPDATE documents SET secret = CASE id ${cases} ELSE secret END WHERE id IN (${places})`,
      [...ids.flatMap((id) => [id, randomBytes(32).toString('hex')]), ...ids],
    );
  }
}
