import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { DerivedData } from './derived-data.js';
import { ImportLedger } from './import-ledger.js';
import { ImportObjections } from './import-objections.js';
import { ImportKnown, ImportOffset, ImportStep, StoredImport } from './infrastructure/import.entities.js';
import { Imports1797400300000 } from './infrastructure/migrations/1797400300000-imports.js';
import { SqlImportLedger } from './infrastructure/sql-import-ledger.js';
import { SqlSiteRecords } from './infrastructure/sql-site-records.js';
import { SiteRecords } from './site-records.js';
import { declareKinds, type TransferKind } from './transfer-kind.js';

/** Module that `forFeature` imports; it provides nothing. */
@Module({})
class TransferKindsModule {}

/**
 * Export and import of sites. Global: modules declare their kinds of records and the data derived from them.
 */
@Global()
@Module({
  imports: [
    MigrationsModule.forFeature([Imports1797400300000]),
    TypeOrmModule.forFeature([StoredImport, ImportOffset, ImportStep, ImportKnown]),
  ],
  providers: [
    DerivedData,
    ImportObjections,
    { provide: SiteRecords, useClass: SqlSiteRecords },
    { provide: ImportLedger, useClass: SqlImportLedger },
  ],
  exports: [DerivedData, ImportObjections, SiteRecords, ImportLedger],
})
export class TransferModule {
  /** Takes the kinds of records of a module, as `TypeOrmModule.forFeature` takes its tables. */
  static forFeature(kinds: readonly TransferKind[]): DynamicModule {
    declareKinds(kinds);
    return { module: TransferKindsModule };
  }
}
