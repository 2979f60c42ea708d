/** How often a property is tried: the same cases at each run, others with FUZZ_SEED, more with FUZZ_RUNS. */
export const fuzzed = (runs: number) => ({
  seed: Number(process.env.FUZZ_SEED ?? 1),
  numRuns: Number(process.env.FUZZ_RUNS ?? runs),
});
