import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
/**
 * Posts by their ids, and the latest version of each that was told: a system of your own would have tables.
 */
const posts = new Map<number, object>();
const versions = new Map<number, number>();

interface Told {
  readonly post_id: number;
  readonly version: number;
  readonly post: { readonly removed?: boolean };
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function take({ post_id: id, version, post }: Told): void {
  // The same may come again, and an older version after a newer one when somebody asks for it again.
  if (version <= (versions.get(id) ?? 0)) return;
  versions.set(id, version);
  if (post.removed) posts.delete(id);
  else posts.set(id, post);
}

createServer((request, response) => {
  read(request)
    .then((text) => webhook.verify(text, request.headers as Record<string, string>) as Told)
    .then((told) => {
      if ('post_id' in told) take(told);
      response.writeHead(204).end();
    })
    .catch(() => response.writeHead(400).end());
}).listen(Number(process.env.PORT ?? 4000));
