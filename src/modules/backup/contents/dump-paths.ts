/** Names in the folder of a database in a backup. */
export const SNAPSHOT = 'content.db';
export const FILE_LIST = 'files.jsonl';

/** The file with the rows of a table; tables may have any name. */
export const rowsFile = (table: string): string => `${encodeURIComponent(table)}.rows.jsonl`;
