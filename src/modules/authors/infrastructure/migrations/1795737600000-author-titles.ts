import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

interface Name {
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const BATCH = 500;
const MAX_KEY = 255;

/** Sort key of lists of authors by title. */
export class AuthorTitles1795737600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'authors',
      new TableColumn({ name: 'title_key', type: 'varchar', length: String(MAX_KEY), default: "''" }),
    );
    for (let last = 0; ;) {
      const names = (await runner.query(
        `SELECT id, name, first_name AS firstName, last_name AS lastName FROM authors
         WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
        [last],
      )) as Name[];
      if (names.length === 0) break;
      const cases = names.map(() => 'WHEN ? THEN ?').join(' ');
      await runner.query(
        `UPDATE authors SET title_key = CASE id ${cases} END WHERE id IN (${names.map(() => '?').join(', ')})`,
        [...names.flatMap((name) => [name.id, titleKey(name)]), ...names.map(({ id }) => id)],
      );
      last = names.at(-1)?.id ?? last;
    }
    await runner.createIndex(
      'authors',
      new TableIndex({ name: 'authors_by_title', columnNames: ['title_key'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('authors', 'authors_by_title');
    await runner.dropColumn('authors', 'title_key');
  }
}

/** First and last name, else the slug; without case and accents. */
function titleKey({ name, firstName, lastName }: Name): string {
  const names = [firstName, lastName].map((part) => part?.trim()).filter(Boolean);
  const letters = (names.join(' ') || name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.slice(0, MAX_KEY).toWellFormed();
}
