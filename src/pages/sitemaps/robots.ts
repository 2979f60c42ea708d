import type { SiteSettings } from '../../modules/site/site.settings.js';

/** RFC 9309. @param baseUrl without a slash at its end */
export function robotsTxt({ pages }: SiteSettings, baseUrl: string): string {
  const root = new URL(`${baseUrl}/`).pathname;
  // Without pages here, the sitemaps are not on this host; feeds count as sitemaps, too.
  const [rules, named] = pages
    ? [[`Disallow: ${root}api/`, `Disallow: ${root}core/`], 'sitemap.xml']
    : [[], 'feed.xml'];
  return ['User-agent: *', `Allow: ${root}`, ...rules, '', `Sitemap: ${baseUrl}/${named}`, ''].join('\n');
}
