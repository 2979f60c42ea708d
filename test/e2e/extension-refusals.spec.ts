import { Injectable, Module, type OnModuleInit, type Provider, Scope } from '@nestjs/common';
import { expect, test } from '@jest/globals';
import type { Extension } from '../../src/extension/extension.js';
import { RequestAuthenticator } from '../../src/modules/auth/request-authenticator.js';
import { OnCommitted } from '../../src/modules/changes/events/on-committed.js';
import { ContentModule } from '../../src/modules/content/content.module.js';
import { ShortcodeRenderer, Shortcodes } from '../../src/modules/content/shortcodes/shortcodes.js';
import { Job } from '../../src/platform/schedule/job.js';
import { startService } from '../support/service.js';

class NamelessShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = undefined as never;

  constructor(private readonly shortcodes: Shortcodes) {
    super();
  }

  onModuleInit(): void {
    this.shortcodes.register(this);
  }

  render(): Promise<never[]> {
    return Promise.resolve([]);
  }
}
const nameless = {
  provide: NamelessShortcodes,
  inject: [Shortcodes],
  useFactory: (shortcodes: Shortcodes) => new NamelessShortcodes(shortcodes),
};

class SilentAuthenticator extends RequestAuthenticator {
  readonly name = 'acmeSession';
  readonly scheme = { type: 'http', scheme: 'bearer' };
  readonly headers = undefined as never;

  credentialOf(): null {
    return null;
  }

  authenticate(): Promise<null> {
    return Promise.resolve(null);
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedJob {
  @Job({ name: 'acme.scoped', every: 60, on: 'one-instance' })
  run(): Promise<void> {
    return Promise.resolve();
  }
}

const LONG = `acme.${'n'.repeat(95)}`;

@Injectable()
class LongJob {
  @Job({ name: `${LONG}n`, every: 60, on: 'one-instance' })
  run(): Promise<void> {
    return Promise.resolve();
  }
}

@Injectable()
class LongConsumer {
  @OnCommitted({ name: LONG.slice(0, 94), resources: ['article'] })
  run(): Promise<void> {
    return Promise.resolve();
  }
}

@Injectable()
class LongestNames {
  @Job({ name: LONG, every: 60, on: 'one-instance' })
  run(): Promise<void> {
    return Promise.resolve();
  }

  @OnCommitted({ name: LONG.slice(0, 93), resources: ['article'] })
  tell(): Promise<void> {
    return Promise.resolve();
  }
}

@Injectable()
class DeafConsumer {
  @OnCommitted({ name: 'acme.deaf', resources: [] })
  run(): Promise<void> {
    return Promise.resolve();
  }
}

const moduleOf = (provider: Provider) => {
  @Module({ imports: [ContentModule], providers: [provider] })
  class DeclaringModule {}
  return { modules: [DeclaringModule] };
};

test.each<[Partial<Extension>, RegExp]>([
  [moduleOf(ScopedJob), /ScopedJob\.run cannot run by itself/],
  [moduleOf(DeafConsumer), /The consumer acme\.deaf must name resources/],
  [moduleOf(LongJob), /The job acme\.n+ must have a name of up to 100 characters, not of 101/],
  [moduleOf(LongConsumer), /The consumer acme\.n+ must have a name of up to 93 characters, not of 94/],
  [moduleOf(nameless), /NamelessShortcodes must have a list of names/],
  [{ authenticators: [SilentAuthenticator] }, /SilentAuthenticator must have a list of the headers/],
])('The service does not start with what would do nothing, and says so (%#)', async (extension, message) => {
  await expect(startService({ extension })).rejects.toThrow(message);
});

test('The service starts with the longest names of jobs and consumers', async () => {
  const service = await startService({ extension: moduleOf(LongestNames) });
  await service.stop();
});
