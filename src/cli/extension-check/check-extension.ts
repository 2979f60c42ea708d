import { defineExtension, type Extension } from '../../extension/extension.js';
import { Authenticator } from '../../modules/auth/authenticator.js';
import { Database } from '../../platform/database/database.js';
import { schemaDrift } from '../../platform/database/migrating/migrate.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { type Service, type ServiceOptions, startService } from '../../testing/service.js';
import { checkEvents, checkJobs } from './background-check.js';
import { DoorsCheck } from './doors-check.js';
import { checkDown } from './down-check.js';
import { Findings } from './findings.js';
import { checkAdapters, checkShortcodes, renderersOf } from './parts-check.js';
import { createScratchDatabase, type ScratchDatabase } from '../scratch-databases.js';

export interface CheckOptions {
  /** `mysql://user:password@host:port`: the same is done there, too, in databases of its own. */
  readonly server?: string | undefined;
  readonly print: (line: string) => void;
}

const SEEDED_POSTS = 3;

/** Tries an extension as far as that goes without its data. @returns whether it has no faults */
export async function checkExtension(
  extension: Extension,
  { server, print }: CheckOptions,
): Promise<boolean> {
  const findings = new Findings(print);
  findings.about(`${extension.name}, made for ${extension.compatibility} of the extension API`);
  if (await findings.try('its declaration', () => Promise.resolve(defineExtension(extension)))) {
    const check = new Check(extension, findings);
    try {
      await check.on(server === undefined ? [undefined] : [undefined, server]);
    } finally {
      await check.dropDatabases();
    }
  }
  print(findings.summary());
  return findings.isWell;
}

/** Runs the service with the extension on databases of its own. */
class Check {
  private readonly databases: ScratchDatabase[] = [];
  /** Classes of the service that render shortcodes. */
  private readonly ours = new Set<unknown>();

  constructor(
    private readonly extension: Extension,
    private readonly findings: Findings,
  ) {}

  /** The settings of the site that the environment names, if it does. */
  private get settings(): ServiceOptions {
    const { SITE_SETTINGS } = process.env;
    return SITE_SETTINGS ? { environment: { SITE_SETTINGS } } : {};
  }

  /** @param servers undefined for the embedded database */
  async on(servers: readonly (string | undefined)[]): Promise<void> {
    const seeded: ScratchDatabase[] = [];
    // All of them while the migrations of the extension are not known.
    for (const server of servers) seeded.push(await this.seeded(server));
    for (const database of seeded) await this.onSeeded(database);
    for (const server of servers) {
      const { name, url } = await this.database(server);
      this.findings.about(`on ${name}, an empty database`);
      await this.withService({ extension: this.extension, database: url });
      await this.downAndUp(url);
    }
  }

  async dropDatabases(): Promise<void> {
    for (const database of this.databases) await database.drop();
  }

  private async database(server: string | undefined): Promise<ScratchDatabase> {
    const database = await createScratchDatabase('extension_check', server);
    this.databases.push(database);
    return database;
  }

  private async seeded(server: string | undefined): Promise<ScratchDatabase> {
    const database = await this.database(server);
    const service = await startService({ database: database.url });
    for (const renderer of renderersOf(service)) this.ours.add(renderer);
    const { admin } = service;
    for (let n = 0; n < SEEDED_POSTS; n++)
      await admin.ok(admin.post('/api/1.3/posts', { headline: `Before ${n}`, body: '<p>Text.</p>' }));
    await service.close();
    return database;
  }

  private async onSeeded({ name, url }: ScratchDatabase): Promise<void> {
    const { extension, findings } = this;
    findings.about(`on ${name}, a database with posts`);
    const clock = new ManualClock();
    // With an authenticator of its own, the key of the check would let nobody in.
    const adapters = (extension.adapters ?? []).filter(({ provide }) => provide !== Authenticator);
    await this.withService(
      { extension: { ...extension, adapters }, database: url, clock },
      async (service) => {
        await findings.try('articles go through every door', () =>
          new DoorsCheck(service, clock, findings).run(extension),
        );
        await checkShortcodes(service, this.ours, findings);
        await checkAdapters(extension, service, findings);
        await checkEvents(service, findings);
        await this.besides(service, { extension: { ...extension, adapters }, database: url, clock });
      },
    );
  }

  /** A second instance on the same database, as when a release replaces another one. */
  private async besides(service: Service, options: ServiceOptions): Promise<void> {
    const { findings } = this;
    let other: Service | undefined;
    await findings.try('a second instance starts beside the first', async () => {
      other = await startService({ ...options, ...this.settings });
    });
    if (!other) return;
    try {
      await checkJobs(service, other, findings);
    } finally {
      await other.close();
    }
  }

  private async downAndUp(url: string): Promise<void> {
    const { extension, findings } = this;
    if ((extension.migrations ?? []).length === 0) return;
    if (await checkDown(extension, url, findings)) await this.withService({ extension, database: url });
  }

  private async withService(
    options: ServiceOptions,
    work: (service: Service) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    let service: Service | undefined;
    await this.findings.try('its migrations run, and the service starts', async () => {
      service = await startService({ ...options, ...this.settings });
    });
    if (!service) return;
    const { app } = service;
    try {
      await this.findings.try('its tables are as its entities say', async () => {
        const drift = await schemaDrift(app.get(Database).sources);
        if (drift.length > 0)
          throw new Error(
            'its migrations make other columns, indices or foreign keys than its entities declare (docs/extending.md ' +
              `has the types); these statements would mend it: ${drift.join('; ')}`,
          );
      });
      await work(service);
    } finally {
      await service.close();
    }
  }
}
