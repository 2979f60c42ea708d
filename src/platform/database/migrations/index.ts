import { InitialSchema1795219200000 } from './1795219200000-initial-schema.js';
import { Listing1795305600000 } from './1795305600000-listing.js';
import { StoredFiles1795392000000 } from './1795392000000-stored-files.js';
import { Badges1795478400000 } from './1795478400000-badges.js';
import { Media1795564800000 } from './1795564800000-media.js';
import { LikesFollows1795651200000 } from './1795651200000-likes-follows.js';
import { AuthorTitles1795737600000 } from './1795737600000-author-titles.js';
import { SectionPaths1795824000000 } from './1795824000000-section-paths.js';
import { AuthorNames1795910400000 } from './1795910400000-author-names.js';
import { InstanceProbes1795996800000 } from './1795996800000-instance-probes.js';
import { SectionRegistry1796000100000 } from './1796000100000-section-registry.js';
import { SectionRemovals1796000200000 } from './1796000200000-section-removals.js';
import { ProviderPosts1796000300000 } from './1796000300000-provider-posts.js';
import { MediaUploaders1796056215000 } from './1796056215000-media-uploaders.js';
import { IdempotentWrites1796100100000 } from './1796100100000-idempotent-writes.js';
import { ResourceVersions1796100200000 } from './1796100200000-resource-versions.js';
import { AboutTexts1796056300000 } from './1796056300000-about-texts.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const migrations = [
  InitialSchema1795219200000,
  Listing1795305600000,
  StoredFiles1795392000000,
  Badges1795478400000,
  Media1795564800000,
  LikesFollows1795651200000,
  AuthorTitles1795737600000,
  SectionPaths1795824000000,
  AuthorNames1795910400000,
  InstanceProbes1795996800000,
  SectionRegistry1796000100000,
  SectionRemovals1796000200000,
  ProviderPosts1796000300000,
  MediaUploaders1796056215000,
  IdempotentWrites1796100100000,
  ResourceVersions1796100200000,
  AboutTexts1796056300000,
] as const;
