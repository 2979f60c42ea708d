/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON as it was parsed, else the text. */
  readonly body: unknown;
}

/** Calls of a service with one key. */
export class Client {
  /**
   * @param key null for a reader without one
   * @param headers that each request has besides
   */
  constructor(
    private readonly url: string,
    private readonly key: string | null,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** The same with more headers: `service.as(null).with({ authorization: 'Bearer …' })`. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.url, this.key, { ...this.headers, ...headers });
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  /** @param body JSON, or a form with files */
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
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.key !== null && { 'x-rmauth': this.key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...this.headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
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
