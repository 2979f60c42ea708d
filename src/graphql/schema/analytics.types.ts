import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import { JSONString } from './fields/json-string.js';
import { byTypename, NULLABLE } from './fields/nullable.js';

@InterfaceType({
  description: 'What a page needs for a service that counts readers.',
  resolveType: byTypename,
})
export abstract class AnalyticsConfig {
  @Field(() => String)
  accountId!: string;

  @Field(() => JSONString, NULLABLE)
  linkers!: unknown;
}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class AdobeAnalytics extends AnalyticsConfig {
  @Field(() => String)
  host!: string;

  @Field(() => String)
  script!: string;
}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class GoogleAnalytics extends AnalyticsConfig {
  @Field(() => JSONString, NULLABLE)
  dimensions!: unknown;
}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class NielsenAnalytics extends AnalyticsConfig {}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class ParselyAnalytics extends AnalyticsConfig {}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class ComscoreAnalytics extends AnalyticsConfig {}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class OmnitureAnalytics extends AnalyticsConfig {
  @Field(() => String, NULLABLE)
  suiteId!: string | null;
}

@ObjectType({ implements: () => [AnalyticsConfig] })
export class ChartbeatAnalytics extends AnalyticsConfig {
  @Field(() => Boolean)
  useNakedDomain!: boolean;
}

@ObjectType({ description: 'Setting `analytics` of the site; null for services that it does not use.' })
export class Analytics {
  @Field(() => AdobeAnalytics, NULLABLE)
  adobe!: AdobeAnalytics | null;

  @Field(() => NielsenAnalytics, NULLABLE)
  nielsen!: NielsenAnalytics | null;

  @Field(() => ParselyAnalytics, NULLABLE)
  parsely!: ParselyAnalytics | null;

  @Field(() => ComscoreAnalytics, NULLABLE)
  comscore!: ComscoreAnalytics | null;

  @Field(() => OmnitureAnalytics, NULLABLE)
  omniture!: OmnitureAnalytics | null;

  @Field(() => ChartbeatAnalytics, NULLABLE)
  chartbeat!: ChartbeatAnalytics | null;
}
