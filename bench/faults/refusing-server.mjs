// Answers every request with 503, as soon as Node's own HTTP server has parsed
// it: nothing that runs on it is cheaper.
import { createServer } from 'node:http';

const body = JSON.stringify({ type: 'about:blank', title: 'Overloaded', status: 503, code: 'overloaded' });
const headers = {
  'retry-after': '1',
  'content-type': 'application/problem+json',
  'content-length': body.length,
};
createServer((_request, response) => response.writeHead(503, headers).end(body)).listen(
  Number(process.argv[2]),
  '127.0.0.1',
);
