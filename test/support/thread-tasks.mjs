// The tasks of src/platform/concurrency/thread-pool.spec.ts.

const sleep = (milliseconds) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

/** CPU time of this thread. */
const spin = (milliseconds) => {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  for (const end = used() + milliseconds; used() < end;);
};

/** Says that it has begun, waits for the gate to be opened, then does its work. */
export default function run({ name, begun, gate, sleepMs = 0, spinMs = 0, told, restMs = 0 }) {
  if (begun) {
    Atomics.store(begun, 0, 1);
    Atomics.notify(begun, 0);
  }
  if (gate) Atomics.wait(gate, 0, 0);
  sleep(sleepMs);
  spin(spinMs);
  told?.postMessage('most of it');
  spin(restMs);
  if (name === 'fails when told')
    told.once('message', () => {
      throw new Error('It fails when its task is done.');
    });
  if (name === 'fails') throw new Error('It fails.');
  return name;
}
