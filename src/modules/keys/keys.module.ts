import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { AuthorKeys } from './author-keys.js';
import { KeysController } from './http/keys.controller.js';

const RIGHTS = {
  'keys.write': {
    allows: 'make, list and revoke own keys, and those of authors whom one may edit',
    roles: ['Editor'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

/** API keys as a resource. */
@Module({
  imports: [SiteModule.forFeature({ rights: RIGHTS }), AuthorsModule],
  controllers: [KeysController],
  providers: [AuthorKeys],
})
export class KeysModule {}
