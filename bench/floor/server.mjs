/*
 * The least that a server in Express and mysql2 can do for these requests: the same rows by the fewest
 * statements, the same bytes in the answer. It checks nothing, asks nobody for a key and logs nothing.
 */
import express from 'express';
import { createArticle, findArticle, listPosts, updateArticle } from './articles.mjs';
import { present } from './present.mjs';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

app.get('/api/1.3/posts/:id', async (request, response) => {
  response.json(present(await findArticle(Number(request.params.id))));
});

app.get('/api/1.3/posts', async ({ query }, response) => {
  const page = { limit: Number(query.limit), offset: Number(query.offset ?? 0) };
  const articles = await listPosts({ tag: query.include_tags, word: query.phrase }, page);
  response.json(articles.map(present));
});

app.post('/api/1.3/posts', async (request, response) => {
  response.json({ ...present(await createArticle(request.body)), warnings: [] });
});

app.put('/api/1.3/posts/:id', async (request, response) => {
  const article = await updateArticle(Number(request.params.id), request.body);
  response.json({ ...present(article), warnings: [] });
});

app.listen(Number(process.env.PORT), '127.0.0.1');
