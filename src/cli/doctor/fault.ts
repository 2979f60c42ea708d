/** Something that is wrong, with the step that mends it. */
export class Fault extends Error {
  constructor(
    message: string,
    readonly mend: string,
  ) {
    super(message);
    this.name = 'Fault';
  }
}

/** Runs an examination whose failures all have one mend, unless they bring their own. @throws Fault */
export async function mendedBy<T>(mend: string, examine: () => Promise<T>): Promise<T> {
  try {
    return await examine();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(error instanceof Error ? error.message : String(error), mend);
  }
}
