/** An adapter does something else than its port demands. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** One requirement of a port for its adapters. A contract is a list of these, for any test runner. */
export interface ContractCheck {
  /** A sentence without its subject, the adapter: `refuses keys that are none`. */
  readonly name: string;
  /** @throws ContractError with a sentence */
  run(): Promise<void>;
}

/** Makes the adapter that a check is to try; each check asks for one. */
export type Make<T> = () => T | Promise<T>;

/** Checks of an adapter that is made anew for each of them. */
export function checksOf<T>(
  make: Make<T>,
  checks: Readonly<Record<string, (adapter: T) => void | Promise<void>>>,
): ContractCheck[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      try {
        await check(await make());
      } catch (error) {
        if (error instanceof ContractError) throw error;
        throw new ContractError(`It throws ${String(error)}`, { cause: error });
      }
    },
  }));
}
