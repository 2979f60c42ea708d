/*
 * Exports for tests of an extension: `import { startService } from 'content-publishing-service/testing'`.
 * Nothing of it is loaded by the service, and it needs no test runner.
 */

// The whole service, as its clients see it.
export { type Answer, Client } from './testing/client.js';
export { ManualClock } from './testing/manual-clock.js';
export { MemoryFileStorage } from './testing/memory-file-storage.js';
export {
  type Delivered,
  type DeliveryFailure,
  type Service,
  type ServiceOptions,
  startService,
} from './testing/service.js';

// The contracts of the ports.
export { type ContractCheck, ContractError, type Make } from './testing/contract-check.js';
export { articleSearchContract } from './testing/contracts/article-search.contract.js';
export { authenticatorContract, type KnownSecret } from './testing/contracts/authenticator.contract.js';
export { documentInspectorContract } from './testing/contracts/document-inspector.contract.js';
export { fileStorageContract } from './testing/contracts/file-storage.contract.js';
export { htmlSanitizerContract } from './testing/contracts/html-sanitizer.contract.js';
export { imageProcessorContract } from './testing/contracts/image-processor.contract.js';
export { pageThemeContract } from './testing/contracts/page-theme.contract.js';
export { permalinkStrategyContract } from './testing/contracts/permalink-strategy.contract.js';
export { siteSettingsSourceContract } from './testing/contracts/site-settings-source.contract.js';
