/* A bare Express handler that sends a page which it was given, whatever is asked for. */
import { readFileSync } from 'node:fs';
import express from 'express';

const page = readFileSync(process.argv[2]);
const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.get('{*path}', (_request, response) => {
  response.type('html').send(page);
});

app.listen(Number(process.env.PORT), '127.0.0.1');
