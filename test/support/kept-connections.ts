import { Agent, get } from 'node:http';

const PATHS = ['/api/1.3/posts?limit=5', '/', '/core/graphql?query={__typename}', '/health/live'];

/**
 * Clients that each ask again and again on a connection that they keep, until one of their requests fails.
 */
export interface Load {
  /** Outcomes of the requests: statuses, ECONNREFUSED, and descriptions of other failures. */
  readonly outcomes: Promise<string[]>;
  /** Resolves after so many answers. */
  answered(count: number): Promise<void>;
}

export function keepAsking(url: string, key: string, clients: number): Load {
  const outcomes = new Set<string>();
  let answers = 0;
  const enough: (() => void)[] = [];
  const ask = (agent: Agent, n: number, done: () => void): void => {
    const failed = ({ code, message }: NodeJS.ErrnoException): void => {
      // A failure that is not expected is told with what helps to find its cause.
      const kept = request.reusedSocket ? 'kept' : 'new';
      outcomes.add(code === 'ECONNREFUSED' ? code : `${message} (${kept} connection, request ${n})`);
      agent.destroy();
      done();
    };
    const path = PATHS[n % PATHS.length] ?? '/';
    const request = get(url + path, { agent, headers: { 'x-rmauth': key } }, (answer) => {
      answer
        .resume()
        .on('error', failed)
        .on('end', () => {
          outcomes.add(String(answer.statusCode));
          answers += 1;
          for (const check of enough) check();
          ask(agent, n + 1, done);
        });
    });
    request.on('error', failed);
  };
  const asked = Array.from(
    { length: clients },
    (_, n) =>
      new Promise<void>((done) => {
        ask(new Agent({ keepAlive: true, maxSockets: 1 }), n, done);
      }),
  );
  return {
    outcomes: Promise.all(asked).then(() => [...outcomes].sort()),
    answered: (count) =>
      new Promise((resolve) => {
        enough.push(() => {
          if (answers >= count) resolve();
        });
      }),
  };
}
