import type { Extension } from '../../extension/extension.js';
import { ArticleSearch } from '../../modules/articles/listing/article-search.js';
import { HtmlSanitizer } from '../../modules/content/sanitising/html-sanitizer.js';
import { parseShortcode } from '../../modules/content/domain/shortcode.js';
import { Shortcodes } from '../../modules/content/shortcodes/shortcodes.js';
import { DocumentInspector } from '../../modules/media/documents/document-inspector.js';
import { ImageProcessor } from '../../modules/media/images/image-processor.js';
import { PermalinkStrategy } from '../../modules/permalinks/permalink-strategy.js';
import { SiteSettingsSource } from '../../modules/site/site-settings-source.js';
import { PageTheme } from '../../pages/models/page-theme.js';
import type { ContractCheck } from '../../testing/contract-check.js';
import { articleSearchContract } from '../../testing/contracts/article-search.contract.js';
import { documentInspectorContract } from '../../testing/contracts/document-inspector.contract.js';
import { htmlSanitizerContract } from '../../testing/contracts/html-sanitizer.contract.js';
import { imageProcessorContract } from '../../testing/contracts/image-processor.contract.js';
import { pageThemeContract } from '../../testing/contracts/page-theme.contract.js';
import { permalinkStrategyContract } from '../../testing/contracts/permalink-strategy.contract.js';
import { siteSettingsSourceContract } from '../../testing/contracts/site-settings-source.contract.js';
import type { Service } from '../../testing/service.js';
import type { Findings } from './findings.js';

type Contract = (service: Service, extension: Extension) => ContractCheck[];

const adapterOf =
  <T>({ app }: Service, port: abstract new () => T) =>
  (): T =>
    app.get<T>(port);

/**
 * Contracts of ports, without storage, which would have to be empty, and
 * authenticators, whose secrets are unknown.
 */
const CONTRACTS = new Map<unknown, Contract>([
  [ArticleSearch, (service) => articleSearchContract(() => service)],
  [DocumentInspector, (service) => documentInspectorContract(adapterOf(service, DocumentInspector))],
  [HtmlSanitizer, (service) => htmlSanitizerContract(adapterOf(service, HtmlSanitizer))],
  [ImageProcessor, (service) => imageProcessorContract(adapterOf(service, ImageProcessor))],
  [PageTheme, (service) => pageThemeContract(adapterOf(service, PageTheme))],
  [PermalinkStrategy, (service) => permalinkStrategyContract(adapterOf(service, PermalinkStrategy))],
  [
    SiteSettingsSource,
    (service, extension) => siteSettingsSourceContract(adapterOf(service, SiteSettingsSource), extension),
  ],
]);

/** Whether the adapters do what their ports demand. */
export async function checkAdapters(
  extension: Extension,
  service: Service,
  findings: Findings,
): Promise<void> {
  for (const { provide } of extension.adapters ?? []) {
    const port = typeof provide === 'function' ? provide.name : String(provide);
    const checks = CONTRACTS.get(provide)?.(service, extension);
    if (!checks) findings.note(`${port} is not tried: its contract is for tests of the extension`);
    else for (const check of checks) await findings.try(`${port} ${check.name}`, () => check.run());
  }
}

/** Classes that render shortcodes. */
export function renderersOf({ app }: Service): unknown[] {
  return [...app.get(Shortcodes, { strict: false }).registered.values()].map((one) => one.constructor);
}

/**
 * Whether shortcodes are rendered, with an argument and without one.
 * @param ours classes that are not tried
 */
export async function checkShortcodes(
  { app }: Service,
  ours: ReadonlySet<unknown>,
  findings: Findings,
): Promise<void> {
  for (const [pattern, renderer] of app.get(Shortcodes, { strict: false }).registered) {
    if (ours.has(renderer.constructor)) continue;
    const name = pattern.replace(/\*$/, 'x');
    const given = ['1', ''].map((id) => parseShortcode(`[${name} ${id}]`)).filter((one) => one !== null);
    await findings.try(`[${pattern}] is rendered`, async () => {
      const results = await renderer.render(given);
      if (results.length !== given.length)
        throw new Error(`of ${given.length} shortcodes, ${results.length} have a result`);
    });
  }
}
