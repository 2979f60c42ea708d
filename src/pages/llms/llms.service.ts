import { Injectable } from '@nestjs/common';
import { TooLargeError } from '../../kernel/errors.js';
import { ArticleListsService } from '../../modules/articles/listing/article-lists.service.js';
import { select } from '../../modules/articles/listing/article-criteria.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { MCP_PATH } from '../../modules/mcp/mcp-path.js';
import { McpSettings } from '../../modules/mcp/mcp.settings.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import { entityTag } from '../../platform/http/response/entity-tag.js';
import { SectionDirectory } from '../routing/section-directory.js';
import { type LlmsLink, type LlmsList, llmsText } from './llms-text.js';

const POSTS = 50;
const SECTIONS = 200;
const TITLES = select(['path', 'headline']);
const SUMMARIES = select([...TITLES.columns, 'subheadline']);

/** The file of the site for language models, made anew when something of it has changed. */
@Injectable()
export class LlmsService {
  /** Separate entries for reads from the primary and from a replica. */
  private readonly kept: SingleFlightCache<{ readonly text: string; readonly tag: string }>;

  constructor(
    private readonly lists: ArticleListsService,
    private readonly sections: SectionDirectory,
    private readonly permalinks: PermalinksService,
    private readonly settings: SiteSettings,
    private readonly agents: McpSettings,
    changes: PublicChanges,
  ) {
    this.kept = new SingleFlightCache(changes, { maxSize: 2 });
  }

  get(): Promise<{ readonly text: string; readonly tag: string }> {
    return this.kept.get('llms.txt', async () => {
      const [sections, posts] = await Promise.all([this.sectionLinks(), this.postLinks()]);
      const lists: LlmsList[] = [
        { title: 'Sections', links: sections },
        { title: 'Latest posts', links: posts },
        { title: 'Feeds', links: this.feeds() },
        { title: 'Optional', links: this.interfaces() },
      ];
      const { name, description } = this.settings;
      const text = llmsText({ name, description, lists });
      return { text, tag: entityTag(text) };
    });
  }

  private async sectionLinks(): Promise<LlmsLink[]> {
    const sections = (await this.sections.open()).slice(0, SECTIONS);
    return sections.map(({ title, fullUrl }) => ({ title, url: this.permalinks.urlOf(fullUrl) }));
  }

  private async postLinks(): Promise<LlmsLink[]> {
    const newest = [{ excludesPrivate: true }, { by: 'newest' }, { offset: 0, limit: POSTS }] as const;
    try {
      const posts = await this.lists.posts(...newest, SUMMARIES);
      return posts.map((post) => ({ ...this.linkTo(post), notes: post.subheadline }));
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
      return (await this.lists.posts(...newest, TITLES)).map((post) => this.linkTo(post));
    }
  }

  private linkTo({ headline, path }: { readonly headline: string; readonly path: string }): LlmsLink {
    return { title: headline, url: this.permalinks.urlOf(path) };
  }

  private feeds(): LlmsLink[] {
    return [
      this.at('feed.xml', 'RSS feed', 'the newest posts with their texts; each section and tag has one'),
      this.at('feed.json', 'JSON feed', 'the same as JSON'),
      ...(this.settings.pages ? [this.at('sitemap.xml', 'Sitemap', 'all pages')] : []),
    ];
  }

  private interfaces(): LlmsLink[] {
    return [
      this.at('docs', 'API', 'posts, sections, authors and media over REST'),
      this.at('docs/openapi.json', 'API description', 'OpenAPI 3.1'),
      this.at('core/graphql', 'GraphQL', 'for reading'),
      ...(this.agents.enabled ? [this.at(MCP_PATH, 'MCP server', 'tools for agents that have a key')] : []),
    ];
  }

  private at(path: string, title: string, notes: string): LlmsLink {
    return { title, url: this.permalinks.urlOf(`/${path}`), notes };
  }
}
