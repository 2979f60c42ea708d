/*
 * Settings of the site and rights of the modules; see newsroom.ts. Within one major version lines are added
 * here, and none is changed.
 */
import { Injectable } from '@nestjs/common';
import {
  ArticleSettings,
  AuthorSettings,
  AuthSettings,
  ContentSettings,
  CustomDataSettings,
  EventSettings,
  LimitSettings,
  MediaSettings,
  PageViewSettings,
  PermalinkSettings,
  type Right,
  type Rights,
  RoleSettings,
  ScraperSettings,
  SiteSettings,
} from 'content-publishing-service';
import {
  type AdSettings,
  AdsSettings,
  AnalyticsSettings,
  GraphqlSettings,
  type TrackerSettings,
} from 'content-publishing-service/graphql';

/** The report does not name those of the modules. */
export const RIGHTS: readonly Right[] = [
  '*',
  'articles.publish',
  'articles.read',
  'articles.write.locked',
  'authors.write',
  'authors.write.privileged',
  'badges.write',
  'community.write.own',
  'drafts.read',
  'drafts.read.own',
  'drafts.write',
  'drafts.write.community',
  'drafts.write.own',
  'media.write',
  'media.write.own',
  'redirects.write',
  'scraper.use',
  'sections.write',
];

export const all: keyof Rights = '*';

@Injectable()
export class SettingsOfTheSite {
  constructor(
    private readonly site: SiteSettings,
    private readonly articles: ArticleSettings,
    private readonly permalinks: PermalinkSettings,
    private readonly customData: CustomDataSettings,
    private readonly content: ContentSettings,
    private readonly media: MediaSettings,
    private readonly authors: AuthorSettings,
    private readonly roles: RoleSettings,
    private readonly auth: AuthSettings,
    private readonly scraper: ScraperSettings,
    private readonly pageViews: PageViewSettings,
    private readonly events: EventSettings,
    private readonly limits: LimitSettings,
    private readonly graphql: GraphqlSettings,
    private readonly ads: AdsSettings,
    private readonly analytics: AnalyticsSettings,
  ) {}

  get texts(): readonly (string | null)[] {
    const { name, description, timeZone, locale, basicAuth } = this.site;
    const { types, leadMedia } = this.articles;
    const ratios = this.media.ratios.flatMap(({ title, code, sizes }) => [title, code, ...sizes]);
    const rights: readonly Right[] = Object.values(this.roles.roles).flat();
    const texts = [name, description, timeZone, locale, basicAuth, ...types, ...leadMedia, ...ratios, ...rights];
    return [...texts, this.permalinks.permalink, ...this.content.embedHosts, this.authors.defaultAvatar];
  }

  get numbers(): readonly (number | null)[] {
    const { maxUploadBytes, maxUploadFiles, maxPixels } = this.media;
    const { maxBodyBytes, requestsPerMinute } = this.limits;
    const own = [this.site.id, maxUploadBytes, maxUploadFiles, maxPixels, maxBodyBytes, requestsPerMinute];
    const ofScraper = [this.scraper.requestsPerMinute, this.scraper.cacheBytes];
    const days = [this.pageViews.retentionDays, this.events.retentionDays];
    return [...own, ...ofScraper, ...days, this.customData.maxCustomDataBytes];
  }

  get flags(): readonly boolean[] {
    const { anonymous, introspection } = this.graphql;
    return [this.site.pages, this.permalinks.ampEnabled, this.auth.allowQueryKey, anonymous, introspection];
  }

  get trackers(): readonly (TrackerSettings | null)[] {
    const { adobe, google, googleRm, nielsen, parsely, comscore, omniture, chartbeat } = this.analytics;
    return [adobe, google, googleRm, nielsen, parsely, comscore, omniture, chartbeat];
  }

  get shownAds(): readonly AdSettings[] {
    const { head, body, listicle, slideshow, beforeListicle } = this.ads;
    return [...(head ? [head] : []), ...body, ...listicle, ...slideshow, ...beforeListicle];
  }

  get schema(): Readonly<Record<string, unknown>> | null {
    return this.authors.specificDataSchema;
  }
}
