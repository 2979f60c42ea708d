import { test } from '@jest/globals';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as faults from '../support/picture-faults.js';
import { serve, upload } from '../support/picture-client.js';
import { startService } from '../support/service.js';
test('x', async () => {
  const service = await startService();
  const out: unknown[] = [];
  const MB = 1024*1024; const J = faults.SAMPLES.jpeg;
  for (const [w,h] of [[1000,1000],[10000,1],[40000,1],[78000,1],[1,78000],[1000000,1],[50000000,1]] as const) {
    const file = faults.blackPng(w,h);
    const c = process.cpuUsage(); let t = Date.now();
    const { status, body } = await upload(service, [{ name: 'thin.png', file }]);
    const first = Date.now()-t; t = Date.now();
    const a = status === 200 ? await serve(service, body.thumbnails['35x35']) : null;
    const second = Date.now()-t; t = Date.now();
    const b = status === 200 ? await serve(service, body.thumbnails['210x']) : null;
    const o = status === 200 ? await serve(service, body.thumbnails['origin']) : null;
    const u = process.cpuUsage(c);
    out.push([w,h, file.length, status, body.detail, first, '35x35', a?.status, second, '210x', b?.status, o?.status, 'cpu', (u.user+u.system)/1e6, 'maxrss', Math.round(process.resourceUsage().maxRSS/1e3)]);
  }
  { const file = Buffer.concat([J.subarray(0,2), Buffer.alloc(45*MB,0xff), J.subarray(2)]);
    const h = monitorEventLoopDelay({ resolution: 5 }); h.enable(); const c = process.cpuUsage(); const t = Date.now();
    const { status, body } = await upload(service, [{ name: 'fill.jpg', file }]); const u = process.cpuUsage(c); h.disable();
    out.push(['fill45', status, body.detail, 'cpu', (u.user+u.system)/1e6, 'wall', Date.now()-t, 'maxLoopDelay', Math.round(h.max/1e6)]); }
  console.log(out.map((x) => JSON.stringify(x)).join('\n'));
  await service.stop();
}, 300000);
