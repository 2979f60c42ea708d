/** Limits of a sitemap: those of the protocols, unless another provider replaces them. */
export class SitemapLimits {
  /** URLs of one file; more are not allowed (sitemaps.org). */
  readonly urls: number = 50_000;
  /** Posts whose tags are in the sitemap: older ones would make its cost grow with the site. */
  readonly taggedPosts: number = 10_000;
}
