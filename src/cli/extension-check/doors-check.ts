import type { ArticleHooks } from '../../modules/articles/article-hooks.js';
import type { Extension } from '../../extension/extension.js';
import { DomainError } from '../../kernel/errors.js';
import { HOUR_S } from '../../kernel/units.js';
import type { Answer, Client } from '../../testing/client.js';
import type { ManualClock } from '../../testing/manual-clock.js';
import type { Service } from '../../testing/service.js';
import { ArticleImport } from '../transfer/article-import.js';
import type { Findings } from './findings.js';
import { BARE, cleared, fullArticle } from './sample-articles.js';

const POST = {
  headline: 'The bridge is open',
  subheadline: 'At last',
  body: '<p>It is 400 m long.</p>',
  sections: [0],
  tags: ['bridges'],
  meta_description: 'It is open.',
  page_title: 'The bridge',
  image_external: 'https://site.example/bridge.jpg',
  photo_caption: 'The bridge',
};
const [POSTS, DRAFTS, SCHEDULED] = ['/api/1.3/posts', '/api/1.3/drafts', '/api/1.3/scheduled_posts'] as const;

/** Changes articles by every door, and says what hooks refuse and where they fail. */
export class DoorsCheck {
  private readonly client: Client;

  constructor(
    private readonly service: Service,
    private readonly clock: ManualClock,
    private readonly findings: Findings,
  ) {
    this.client = service.admin;
  }

  async run(extension: Extension): Promise<void> {
    const { articles } = extension;
    if (articles) this.watch(this.service.app.get<ArticleHooks>(articles, { strict: false }));
    await this.publishAndRemove();
    await this.schedule();
    await this.create('create a post', this.client.post(POSTS, { ...POST, headline: 'Another' }));
    await this.step('put by the id of a provider', this.client.put(`${POSTS}/by-provider/1000/check`, POST));
    await this.import();
    const full = await fullArticle(this.service, extension);
    await this.fillAndClear(full);
    await this.create('create a post with all fields', this.client.post(POSTS, full));
    await this.move();
  }

  /**
   * An article with a headline alone gets all fields, and loses them; the other
   * changes are of usual articles.
   */
  private async fillAndClear(full: Readonly<Record<string, unknown>>): Promise<void> {
    const id = await this.create('create a draft of a headline alone', this.client.post(DRAFTS, BARE));
    if (id === null) return;
    await this.step('publish a headline alone', this.client.put(`${DRAFTS}/${id}`, { action: 'publish' }));
    await this.step('set all fields', this.client.put(`${DRAFTS}/${id}`, full));
    await this.step('clear all fields', this.client.put(`${DRAFTS}/${id}`, cleared(full)));
  }

  /** A section takes the path of a post, which has to have another one from then on. */
  private async move(): Promise<void> {
    const id = await this.create('create a post to move', this.client.post(POSTS, POST));
    if (id === null) return;
    const pathOf = async () => {
      const { post_url } = await this.client.ok<{ post_url: string }>(this.client.get(`${POSTS}/${id}`));
      return decodeURI(new URL(post_url).pathname);
    };
    const path = await pathOf();
    let parent = 0;
    for (const segment of path.split('/').filter((part) => part !== '')) {
      const section = { title: `Move ${segment}`, url: segment, parent_id: parent, status: 2 };
      const { status, body } = await this.client.post('/api/1.3/sections', section);
      const { id: made, detail = '' } = body as { readonly id: number; readonly detail?: string };
      if (status >= 400) {
        if (status < 500) this.findings.note(`move is not tried, or refused: ${detail}`);
        else this.findings.fault('move', `it is answered with ${status}: ${detail}`);
        return;
      }
      parent = made;
    }
    if ((await pathOf()) === path)
      this.findings.fault('move', 'the post keeps a path that is that of a section');
    else this.findings.well('move');
  }

  private async publishAndRemove(): Promise<void> {
    const id = await this.create('create a draft', this.client.post(DRAFTS, POST));
    if (id === null) return;
    await this.step('edit', this.client.put(`${DRAFTS}/${id}`, { subheadline: 'Now' }));
    await this.step('publish', this.client.put(`${DRAFTS}/${id}`, { action: 'publish' }));
    await this.step('unpublish', this.client.put(`${POSTS}/${id}`, { action: 'unpublish' }));
    await this.step('remove', this.client.delete(`${POSTS}/${id}`));
    await this.step('restore', this.client.put(`${DRAFTS}/${id}`, { action: 'restore' }));
  }

  private async schedule(): Promise<void> {
    const id = await this.create('create another draft', this.client.post(DRAFTS, POST));
    if (id === null) return;
    const at = { scheduled_at: this.clock.now() + HOUR_S };
    await this.step('schedule', this.client.put(`${SCHEDULED}/${id}`, at));
    await this.step('unschedule', this.client.delete(`${SCHEDULED}/${id}`));
    await this.step('schedule again', this.client.put(`${SCHEDULED}/${id}`, at));
    this.clock.advance(HOUR_S);
    const { published, failed } = await this.service.publishDue();
    if (published > 0) this.findings.well('publish when it is due');
    else this.findings.note(`publish when it is due ${failed > 0 ? 'is refused' : 'finds no post'}`);
  }

  /** Hooks go on as before; what they throw besides refusals is a fault of theirs. */
  private watch(hooks: ArticleHooks): void {
    for (const phase of ['before', 'after'] as const) {
      const hook = hooks[phase]?.bind(hooks) as ((change: { verb: string }) => unknown) | undefined;
      if (!hook) continue;
      hooks[phase] = async (change: { verb: string }): Promise<void> => {
        try {
          await hook(change);
        } catch (error) {
          if (!(error instanceof DomainError)) this.findings.fault(`hook ${phase} ${change.verb}`, error);
          throw error;
        }
      };
    }
  }

  private async step(what: string, answer: Promise<Answer>): Promise<Answer> {
    const { status, body } = await answer;
    const { detail = '' } = body as { detail?: string };
    if (status < 400) this.findings.well(what);
    else if (status < 500) this.findings.note(`${what} is refused: ${detail}`);
    else this.findings.fault(what, `it is answered with ${status}: ${detail}`);
    return answer;
  }

  /** @returns the id of the article, or null when it is refused */
  private async create(what: string, answer: Promise<Answer>): Promise<number | null> {
    const { status, body } = await this.step(what, answer);
    return status < 400 ? (body as { id: number }).id : null;
  }

  private async import(): Promise<void> {
    const record = { ...POST, provider_post_id: 'check', headline: 'From elsewhere' };
    const importer = new ArticleImport(this.service.app, { dryRun: false, author: 1 });
    const [result] = await importer.run([{ number: 1, bytes: 0, id: 'check', record }]);
    if (result?.outcome === 'imported') this.findings.well('import');
    else this.findings.note(`import is refused: ${result?.message ?? ''}`);
  }
}
