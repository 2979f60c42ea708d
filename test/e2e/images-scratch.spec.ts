import { test } from '@jest/globals';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as faults from '../support/picture-faults.js';
import { pngText, withChunks, withSegments, jpegComment, pngChunk } from '../support/picture-bytes.js';
import { upload } from '../support/picture-client.js';
import { startService } from '../support/service.js';
test('x', async () => {
  const service = await startService();
  const out: unknown[] = [];
  const MB = 1024*1024; const J = faults.SAMPLES.jpeg, G = faults.SAMPLES.gif, P = faults.SAMPLES.png;
  const files: Record<string, Buffer> = {
    'plain.jpg': withSegments(J, ...Array.from({length: 160}, () => jpegComment('x'.repeat(65000)))),
    'fill10.jpg': Buffer.concat([J.subarray(0,2), Buffer.alloc(10*MB,0xff), J.subarray(2)]),
    'segments10.jpg': withSegments(J, Buffer.concat(Array.from({length: 2_500_000}, () => Buffer.from([0xff,0xfe,0,2])))),
    'blocks10.gif': Buffer.concat([G.subarray(0,-1), Buffer.from([0x21,0xfe]), Buffer.alloc(10*MB,1), Buffer.from([0,0x3b])]),
    'chunks10.png': withChunks(P, ...Array.from({length: 870_000}, () => pngChunk('teSt', Buffer.alloc(0)))),
    'lt10.png': withChunks(P, pngText('<s'.repeat(5*MB))),
    'lthtml.png': withChunks(P, pngText('<html'.repeat(2*MB))),
    ...Object.fromEntries(Object.entries(faults.packedMetadata()).filter(([n]) => /zTXt|iCCP/.test(n))),
  };
  for (const [name, file] of Object.entries(files)) {
    const h = monitorEventLoopDelay({ resolution: 5 }); h.enable(); const c = process.cpuUsage(); const t = Date.now();
    const { status, body } = await upload(service, [{ name, file }]);
    const u = process.cpuUsage(c); h.disable();
    out.push([name, (file.length/MB).toFixed(1)+'MB', status, body.detail, 'cpu', (u.user+u.system)/1e6, 'wall', Date.now()-t, 'maxLoopDelay', Math.round(h.max/1e6), 'rss', Math.round(process.memoryUsage().rss/1e6)]);
  }
  console.log(out.map((x) => JSON.stringify(x)).join('\n'));
  await service.stop();
}, 120000);
