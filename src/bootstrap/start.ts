import cluster from 'node:cluster';
import type { Extension } from '../extension/extension.js';
import { Environment } from '../platform/config/environment.js';
import { misspeltVariables } from '../platform/config/variables.js';
import { IdleCollection } from '../platform/memory/idle-collection.js';
import { tellPrimary } from '../platform/processes/worker-channel.js';
import { workerPlace } from '../platform/processes/worker-place.js';
import { banner } from './banner.js';
import { mustHaveFreePorts } from './free-ports.js';
import { findLatePackages } from './late-packages.js';

/**
 * Starts the service, in this process or in several of which it is the primary, and says where it is.
 *
 * @param extension the one that the environment names (`EXTENSION`) when it is left out
 */
export async function start(extension?: Extension): Promise<void> {
  findLatePackages();
  surviveFailingOutput();
  const environment = Environment.from(process.env);
  if (cluster.isPrimary) {
    for (const fault of misspeltVariables(process.env)) process.stderr.write(`Warning: ${fault}\n`);
    await mustHaveFreePorts(environment);
  }
  if (cluster.isPrimary && environment.WEB_CONCURRENCY > 1) {
    const { supervise } = await import('./supervise.js');
    await supervise(environment);
    return;
  }
  // Loaded only now: the primary does without it.
  const { serve } = await import('./application.js');
  const { loadExtension } = await import('../extension/load-extension.js');
  const firstKey = await serve(extension ?? (await loadExtension(environment.EXTENSION)), environment);
  new IdleCollection().start();
  if (workerPlace) tellPrimary({ kind: 'ready', firstKey });
  else process.stdout.write(banner(environment, firstKey));
}

/** An error of standard output, as on a full disk, would end the process where nothing listens to it. */
function surviveFailingOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
