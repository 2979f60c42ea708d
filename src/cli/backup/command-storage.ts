import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { declarationsOf } from '../../extension/extension.js';
import { FileSiteSettingsSource, SiteSettingsSource } from '../../modules/site/site-settings-source.js';
import { SiteModule } from '../../modules/site/site.module.js';
import { FileStorage } from '../../modules/storage/file-storage.js';
import { openStorage, openTempFiles } from '../../modules/storage/storage.module.js';
import { TempFiles } from '../../modules/storage/temp-files.js';
import { Environment } from '../../platform/config/environment.js';
import { CommandLogger } from '../command-logger.js';
import { currentExtension } from '../current-extension.js';

@Module({})
class CommandStorageModule {}

/**
 * Runs work with the storage of the site, that of its extension where it has
 * one, while there is no database yet.
 */
export async function withStorage<T>(
  environment: Environment,
  work: (storage: FileStorage) => Promise<T>,
): Promise<T> {
  const extension = await currentExtension();
  const adapters = [
    { provide: FileStorage, useFactory: openStorage, inject: [Environment, TempFiles] },
    {
      provide: SiteSettingsSource,
      useFactory: () => new FileSiteSettingsSource(environment.SITE_SETTINGS),
    },
    // The last one of a token is the one that is taken.
    ...(extension.adapters ?? []).filter(({ provide }) =>
      [FileStorage, SiteSettingsSource].includes(provide as never),
    ),
    { provide: Environment, useValue: environment },
    { provide: TempFiles, useFactory: () => openTempFiles(environment) },
  ];
  const app = await NestFactory.createApplicationContext(
    {
      module: CommandStorageModule,
      global: true,
      imports: [SiteModule.with(declarationsOf(extension))],
      providers: adapters,
      exports: adapters.map(({ provide }) => provide),
    },
    { logger: new CommandLogger(), abortOnError: false },
  );
  try {
    return await work(app.get<FileStorage>(FileStorage));
  } finally {
    await app.close();
  }
}
