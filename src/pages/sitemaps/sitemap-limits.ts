/** How much is in a sitemap. Bound by those only who want other numbers than the protocols allow at most. */
export class SitemapLimits {
  /** URLs of one file; more are not allowed (sitemaps.org). */
  readonly urls: number = 50_000;
  /** Posts whose tags are in the sitemap: older ones would make its cost grow with the site. */
  readonly taggedPosts: number = 10_000;
}
