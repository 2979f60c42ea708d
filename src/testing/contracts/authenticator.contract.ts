import type { Authenticator } from '../../modules/auth/authenticator.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual } from '../expectations.js';

/** A secret that the adapter knows, and whose it is. */
export interface KnownSecret {
  readonly secret: string;
  readonly authorId: number;
}

const UNKNOWN = ['', ' ', 'unknown', "' OR 1=1 --", 'ключ', '\0', 'x'.repeat(100_000)];

export function authenticatorContract(make: Make<Authenticator>, known: KnownSecret): ContractCheck[] {
  const mustKnow = async (authenticator: Authenticator, when: string) => {
    const actor = await authenticator.authenticate(known.secret);
    must(actor instanceof Actor, `a known secret must make an Actor ${when}`);
    mustEqual(actor?.authorId, known.authorId, `the author of a known secret ${when}`);
  };
  return checksOf(make, {
    'knows whose a secret is': async (authenticator) => {
      await mustKnow(authenticator, 'at first');
      await mustKnow(authenticator, 'again');
    },
    'answers null for a secret that it does not know': async (authenticator) => {
      for (const secret of [...UNKNOWN, `${known.secret}x`, known.secret.slice(1)])
        mustEqual(
          await authenticator.authenticate(secret),
          null,
          `who acts by ${JSON.stringify(secret).slice(0, 40)}`,
        );
    },
    'knows a secret after it has forgotten the author': async (authenticator) => {
      await authenticator.authenticate(known.secret);
      await authenticator.forget(known.authorId);
      await authenticator.forget(2_000_000_000);
      await mustKnow(authenticator, 'after forget()');
    },
    'remembers no actor after it has forgotten the author': async (authenticator) => {
      const before = await authenticator.authenticate(known.secret);
      await authenticator.forget(known.authorId);
      const after = await authenticator.authenticate(known.secret);
      must(before !== after, 'an Actor of before forget() is handed out after it');
    },
  });
}
