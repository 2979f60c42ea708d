import { NoPeers } from '../../kernel/peers.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { settingsOf } from '../../../test/support/settings.js';
import { contentSettings } from '../../modules/content/content.settings.js';
import { LibraryHtmlSanitizer } from '../../modules/content/sanitising/html-sanitizer.js';
import { FileDocumentInspector } from '../../modules/media/infrastructure/documents/file-document-inspector.js';
import { SharpImageProcessor } from '../../modules/media/infrastructure/sharp-image-processor.js';
import { mediaSettings } from '../../modules/media/media.settings.js';
import { permalinkSettings } from '../../modules/permalinks/permalink.settings.js';
import { PatternPermalinkStrategy } from '../../modules/permalinks/permalink-strategy.js';
import { FileSiteSettingsSource } from '../../modules/site/site-settings-source.js';
import { siteSettings } from '../../modules/site/site.settings.js';
import { DiskFileStorage } from '../../modules/storage/infrastructure/disk-file-storage.js';
import { TempFiles } from '../../modules/storage/temp-files.js';
import { PlainTheme } from '../../pages/theme/plain-theme.js';
import { Environment } from '../../platform/config/environment.js';
import type { ContractCheck } from '../contract-check.js';
import { MemoryFileStorage } from '../memory-file-storage.js';
import { documentInspectorContract } from './document-inspector.contract.js';
import { fileStorageContract } from './file-storage.contract.js';
import { htmlSanitizerContract } from './html-sanitizer.contract.js';
import { imageProcessorContract } from './image-processor.contract.js';
import { pageThemeContract } from './page-theme.contract.js';
import { permalinkStrategyContract } from './permalink-strategy.contract.js';
import { siteSettingsSourceContract } from './site-settings-source.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'content-contracts-'));
const pattern = (permalink = '/{basename}') =>
  new PatternPermalinkStrategy(settingsOf(permalinkSettings, { permalink }), settingsOf(siteSettings));
const sanitizer = new LibraryHtmlSanitizer(settingsOf(contentSettings), Environment.from({}));
const inspector = new FileDocumentInspector();
const processor = new SharpImageProcessor(settingsOf(mediaSettings), new Metrics(new NoPeers()));
afterAll(async () => {
  await sanitizer.beforeApplicationShutdown();
  await inspector.beforeApplicationShutdown();
  processor.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

function onDisk(): DiskFileStorage {
  const own = mkdtempSync(join(folder, 'storage-'));
  return new DiskFileStorage(join(own, 'files'), new TempFiles(join(own, 'tmp')));
}

const ours: Readonly<Record<string, readonly ContractCheck[]>> = {
  PatternPermalinkStrategy: permalinkStrategyContract(() => pattern()),
  'PatternPermalinkStrategy with sections': permalinkStrategyContract(() =>
    pattern('/{section}/{year}/{id}-{basename}'),
  ),
  DiskFileStorage: fileStorageContract(onDisk),
  MemoryFileStorage: fileStorageContract(() => new MemoryFileStorage()),
  LibraryHtmlSanitizer: htmlSanitizerContract(() => sanitizer),
  FileDocumentInspector: documentInspectorContract(() => inspector),
  SharpImageProcessor: imageProcessorContract(() => processor),
  PlainTheme: pageThemeContract(() => new PlainTheme()),
  FileSiteSettingsSource: siteSettingsSourceContract(() => new FileSiteSettingsSource(undefined)),
};

async function failuresOf(checks: readonly ContractCheck[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, run } of checks)
    await run().catch((error: unknown) => failures.push(`${name}: ${(error as Error).message}`));
  return failures;
}

test.each(Object.entries(ours))('%s keeps its contract', async (_name, checks) => {
  expect(await failuresOf(checks)).toEqual([]);
});
