import { Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Public } from '../../platform/http/server/public.js';
import { type AdSettings, AdsSettings } from '../ads.settings.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import { FieldArgument } from '../schema/fields/field-argument.decorator.js';
import { Ad, Ads } from '../schema/ads.types.js';
import { Analytics, GoogleAnalytics } from '../schema/analytics.types.js';
import { Device } from '../schema/enums.js';
import { NULLABLE } from '../schema/fields/nullable.js';

type AdModel = AdSettings & { readonly __typename: string };

/** Ads and analytics, as the settings of the site have them. */
@Public()
@Resolver()
export class SiteResolver {
  private readonly shownAds: object;
  private readonly shownAnalytics: object;

  constructor(ads: AdsSettings, analytics: AnalyticsSettings) {
    this.shownAds = {
      head: ads.head && adOf('PlainAd', ads.head),
      body: ads.body.map((ad) => adOf('BodyAd', ad)),
      listicle: ads.listicle.map((ad) => adOf('ListicleAd', { order: [], title: '', ...ad })),
      slideshow: ads.slideshow.map((ad) => adOf('SlideshowAd', { order: [], ...ad })),
      beforeListicle: ads.beforeListicle.map((ad) => adOf('PlainAd', ad)),
    };
    this.shownAnalytics = Object.fromEntries(
      Object.entries(analytics).map(([service, tracker]) => [
        service,
        tracker && { __typename: TYPES[service as keyof AnalyticsSettings], ...DEFAULTS, ...tracker },
      ]),
    );
  }

  @Query(() => Ads, NULLABLE)
  ads(): object {
    return this.shownAds;
  }

  @Query(() => Analytics, NULLABLE)
  analytics(): object {
    return this.shownAnalytics;
  }
}

@Resolver(() => Ad)
export class AdResolver {
  @FieldArgument('device', () => Device)
  @ResolveField(() => String, { nullable: true, description: 'HTML; for the device where there is one' })
  template({ template }: AdModel, { device }: { readonly device?: Device | null }): string {
    if (typeof template === 'string') return template;
    return (device ? template[device] : undefined) ?? template.default ?? '';
  }
}

@Resolver(() => Analytics)
export class AnalyticsResolver {
  @FieldArgument('rm', () => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'whether the account of the platform is meant, not the site’s own',
  })
  @ResolveField(() => GoogleAnalytics, NULLABLE)
  google(
    { google, googleRm }: { readonly google: object | null; readonly googleRm: object | null },
    { rm }: { readonly rm?: boolean | null },
  ): object | null {
    return rm ? googleRm : google;
  }
}

const TYPES: Readonly<Record<keyof AnalyticsSettings, string>> = {
  adobe: 'AdobeAnalytics',
  google: 'GoogleAnalytics',
  googleRm: 'GoogleAnalytics',
  nielsen: 'NielsenAnalytics',
  parsely: 'ParselyAnalytics',
  comscore: 'ComscoreAnalytics',
  omniture: 'OmnitureAnalytics',
  chartbeat: 'ChartbeatAnalytics',
};
const DEFAULTS = { useNakedDomain: false };

const adOf = (__typename: string, ad: AdSettings) => ({ __typename, isEnabled: true, ...ad });
