/* Tests of the extension, with all of `content-publishing-service/testing`. */
import { test } from 'node:test';
import { Authenticator, bind, FileStorage, PermalinkStrategy } from 'content-publishing-service';
import {
  type Answer,
  articleSearchContract,
  authenticatorContract,
  Client,
  type ContractCheck,
  ContractError,
  type Delivered,
  type DeliveryFailure,
  documentInspectorContract,
  fileStorageContract,
  htmlSanitizerContract,
  imageProcessorContract,
  type KnownSecret,
  type Make,
  ManualClock,
  MemoryFileStorage,
  pageThemeContract,
  permalinkStrategyContract,
  type Service,
  type ServiceOptions,
  siteSettingsSourceContract,
  startService,
} from 'content-publishing-service/testing';
import {
  newsroom,
  Passwords,
  Permalinks,
  Plain,
  PlainTexts,
  ScannedDocument,
  NoImages,
  Search,
  Vault,
} from './newsroom.js';

const clock = new ManualClock(1_795_219_200);
const options: ServiceOptions = {
  extension: { ...newsroom, adapters: [bind(FileStorage, MemoryFileStorage)] },
  settings: { newsroom: { greeting: 'Moin' } },
  database: 'sqlite:test.db',
  environment: { SCHEDULER: 'off' },
  clock,
};

await test('a post is published when it is due', async () => {
  const service: Service = await startService(options);
  const { admin, url, adminKey } = service;
  const answer: Answer = await new Client(url, adminKey).post('/api/1.3/drafts', { headline: 'A' });
  const { id } = await admin.ok<{ id: number }>(Promise.resolve(answer));
  clock.advance(60);
  clock.moveTo(clock.now() + 60);
  const { published, failed } = await service.publishDue();
  const { client, key } = await service.createAuthor('Editor');
  await client.put(`/api/1.3/drafts/${id + published + failed}`, {});
  const { handled, failures }: Delivered = await service.deliverEvents();
  const [failure]: readonly DeliveryFailure[] = failures;
  if (handled === 0) throw new Error(failure?.consumer, { cause: [failure?.event.id, failure?.error] });
  const hasRun: boolean = await service.runJob('newsroom.digest');
  await service.as(null).with({ authorization: String(hasRun) }).get('/api/1.3/posts');
  await service.as(key).delete(`/api/1.3/drafts/${id}`);
  const strategy: PermalinkStrategy = service.app.get<PermalinkStrategy>(PermalinkStrategy);
  const { status, headers, body } = await service.as(null).get(strategy.constructor.name);
  if (status > 400) throw new ContractError(String([headers.get('etag'), body]));
  await service.close();
});

const known: KnownSecret = { secret: 'secret', authorId: 1 };
const passwords: Make<Authenticator> = () => new Passwords();
const checks: readonly ContractCheck[] = [
  ...articleSearchContract(() => startService({ extension: newsroom })),
  ...authenticatorContract(passwords, known),
  ...documentInspectorContract(() => new ScannedDocument()),
  ...fileStorageContract(() => new MemoryFileStorage()),
  ...htmlSanitizerContract(() => new PlainTexts()),
  ...imageProcessorContract(() => new NoImages()),
  ...pageThemeContract(() => new Plain()),
  ...permalinkStrategyContract(() => new Permalinks()),
  ...siteSettingsSourceContract(() => new Vault()),
];
export const searches: readonly Make<Search>[] = [() => new Search()];
for (const { name, run } of checks) await test(name, run);
