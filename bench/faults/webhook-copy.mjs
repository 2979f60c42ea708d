/**
 * A copy of all posts that is kept from webhooks alone, by a receiver on loopback that checks every
 * signature, fails three times in ten, and is down for a while.
 */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const FAILING = 0.3;

export class WebhookCopy {
  /** Posts by their ids, as JSON. */
  posts = new Map();
  /** Broken promises. */
  faults = [];
  counts = { taken: 0, refused: 0, again: 0 };
  isDown = false;
  isFailing = true;
  #versions = new Map();
  #secret = null;
  #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece) => (text += piece));
    request.on('end', () => {
      if (this.isDown) request.socket.destroy();
      else response.writeHead(this.#take(text, request.headers)).end();
    });
  });

  /** @returns the environment that lets the service reach it */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return { OUTBOUND_ALLOW: `127.0.0.1:${this.#server.address().port}` };
  }

  /** @param {(method: string, path: string, body: object) => Promise<{ body: any }>} ask */
  async subscribe(ask) {
    const url = `http://127.0.0.1:${this.#server.address().port}/`;
    const { body } = await ask('POST', '/api/1.3/webhooks', { url });
    this.#secret = body.secret;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(text, headers) {
    if (this.isFailing && Math.random() < FAILING) {
      this.counts.refused += 1;
      return 500;
    }
    try {
      new Webhook(this.#secret).verify(text, headers);
    } catch (error) {
      this.faults.push(`signature: ${error.message}`);
    }
    const { post_id: id, version, post, event_id: event } = JSON.parse(text);
    if (headers['webhook-id'] !== event) this.faults.push(`${event} came as ${headers['webhook-id']}`);
    const before = this.#versions.get(id) ?? 0;
    if (version === before) this.counts.again += 1;
    else if (version !== before + 1) this.faults.push(`post ${id}: version ${version} after ${before}`);
    this.#versions.set(id, version);
    if (post.removed) this.posts.delete(id);
    else this.posts.set(id, JSON.stringify(post));
    this.counts.taken += 1;
    return 204;
  }
}
