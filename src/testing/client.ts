/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON as it was parsed, else the text. */
  readonly body: unknown;
}

/** Calls of a service with one key. */
export class Client {
  /** @param key null for a reader without one */
  constructor(
    private readonly url: string,
    private readonly key: string | null,
  ) {}

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.call('POST', path, body);
  }

  put(path: string, body: object = {}): Promise<Answer> {
    return this.call('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }

  /** The body of an answer with a status of success. @throws Error with the problem of any other */
  async ok<T = Readonly<Record<string, unknown>>>(answer: Promise<Answer>): Promise<T> {
    const { status, body } = await answer;
    if (status >= 400) throw new Error(`It is answered with ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }

  private async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.key !== null && { 'x-rmauth': this.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
    };
  }
}
