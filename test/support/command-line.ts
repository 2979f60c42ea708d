import { explain } from '../../src/bootstrap/fatal-errors.js';
import { runCli } from '../../src/cli/run-cli.js';
import type { Extension } from '../../src/extension/extension.js';
import type { TestDatabase } from './database.js';
import { environment, type Finished } from './process.js';

class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/**
 * Runs a command as `run('cli.js', …)` does, but in this process: most of the time of a short command goes
 * into loading packages, which are here already. One at a time.
 */
export async function runCommand(
  parameters: readonly string[],
  database: TestDatabase,
  more: NodeJS.ProcessEnv = {},
  extension?: Extension,
): Promise<Finished> {
  const written = { stdout: '', stderr: '' };
  const { env, exit, exitCode } = process;
  const restores = (['stdout', 'stderr'] as const).map((name) =>
    capture(name, (text) => (written[name] += text)),
  );
  process.env = environment(database, more);
  process.exitCode = 0;
  process.exit = (code) => {
    throw new Exit(Number(code ?? 0));
  };
  try {
    await runCli(extension, parameters);
    return { code: process.exitCode, ...written };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...written };
    return { code: 1, ...written, stderr: `${written.stderr}${explain(error)}\n` };
  } finally {
    for (const restore of restores) restore();
    Object.assign(process, { env, exit, exitCode });
  }
}

/** @returns what ends the capture */
function capture(name: 'stdout' | 'stderr', take: (text: string) => void): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array) => {
    take(chunk.toString());
    return true;
  };
  return () => {
    stream.write = write;
  };
}
