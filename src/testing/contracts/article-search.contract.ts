import type { ContractCheck, Make } from '../contract-check.js';
import { checksOf } from '../contract-check.js';
import { mustEqual } from '../expectations.js';
import type { Service } from '../service.js';

interface Post {
  readonly id: number;
}

const POSTS = '/api/1.3/posts';

/** @param make a service with the adapter; closed by the caller. Each check uses words of its own. */
export function articleSearchContract(make: Make<Service>): ContractCheck[] {
  return checksOf(make, {
    'finds a post that is published, by all words of a phrase': async (service) => {
      const { id, word } = await published(service, 'of bridges');
      await mustFind(service, word, [id]);
      await mustFind(service, `bridges ${word}`, [id]);
      await mustFind(service, `${word} ${newWord()}`, []);
    },
    'does not mind case, accents and quotes': async (service) => {
      const { id, word } = await published(service, 'Café');
      await mustFind(service, `"${word.toUpperCase()}" cafe`, [id]);
    },
    'finds a post by what it says now': async (service) => {
      const { id, word } = await published(service, 'first');
      const other = newWord();
      await service.admin.ok(service.admin.put(`${POSTS}/${id}`, { headline: other }));
      await mustFind(service, other, [id]);
      await mustFind(service, word, []);
    },
    'does not find a post that is not published any more': async (service) => {
      const { id, word } = await published(service, 'soon gone');
      await service.admin.ok(service.admin.put(`${POSTS}/${id}`, { action: 'unpublish' }));
      await mustFind(service, word, []);
    },
    'does not find a post that was removed': async (service) => {
      const { id, word } = await published(service, 'soon removed');
      await service.admin.ok(service.admin.delete(`${POSTS}/${id}`));
      await mustFind(service, word, []);
    },
    'finds nothing by a phrase without a word': async (service) => {
      await published(service, 'any');
      await mustFind(service, '…', []);
    },
    'finds all posts, not the first ones': async (service) => {
      const word = newWord();
      const ids: number[] = [];
      for (let n = 0; n < MANY; n++) ids.unshift((await publish(service, `${word} ${n}`)).id);
      await mustFind(service, word, ids);
    },
  });
}

const MANY = 12;

let words = 0;
/** A word that no other post has, in any run on the same database. */
const newWord = (): string =>
  `q${process.pid.toString(36)}q${Date.now().toString(36)}q${(words++).toString(36)}`;

const publish = ({ admin }: Service, headline: string): Promise<Post> =>
  admin.ok<Post>(admin.post(POSTS, { headline, body: '<p>Text.</p>' }));

async function published(service: Service, text: string): Promise<Post & { word: string }> {
  const word = newWord();
  return { word, ...(await publish(service, `${word} ${text}`)) };
}

async function mustFind({ admin }: Service, phrase: string, ids: readonly number[]): Promise<void> {
  const query = new URLSearchParams({ phrase, limit: '30' });
  const found = await admin.ok<Post[]>(admin.get(`${POSTS}/search?${String(query)}`));
  const sorted = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);
  mustEqual(sorted(found.map(({ id }) => id)), sorted(ids), `the posts found by "${phrase}"`);
}
