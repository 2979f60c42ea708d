/*
 * A bare Express handler that sends a page which it was given, whatever is asked for. Told to `look-up`, it
 * asks the database first which article is at the path: the least that a page of a database can cost. Told to
 * `read`, it reads all that the page shows, by the same three statements as the service.
 */
import { readFileSync } from 'node:fs';
import express from 'express';
import { createPool } from 'mysql2/promise';

const CONNECTIONS = 16;

const [file, task] = process.argv.slice(2);
const page = readFileSync(file);
const send = (response) => response.type('html').send(page);
const app = express();
app.disable('x-powered-by');
app.disable('etag');

if (task === 'look-up') {
  const pool = createPool({ uri: process.env.DATABASE_URL, connectionLimit: CONNECTIONS });
  app.get('{*path}', async ({ path }, response) => {
    await pool.execute('SELECT article_id FROM article_paths WHERE path = ?', [path]);
    send(response);
  });
} else if (task === 'read') {
  const { findArticleAt } = await import('./articles.mjs');
  app.get('{*path}', async ({ path }, response) => {
    await findArticleAt(path);
    send(response);
  });
} else {
  app.get('{*path}', (_request, response) => send(response));
}

app.listen(Number(process.env.PORT), '127.0.0.1');
