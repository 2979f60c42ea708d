import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, startService } from 'content-publishing-service/testing';

test('a post is published when it is due', async () => {
  const clock = new ManualClock();
  const service = await startService({ clock });
  const { admin } = service;
  const { id } = await admin.ok<{ id: number }>(admin.post('/api/1.3/drafts', { headline: 'Tides' }));
  await admin.ok(admin.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: clock.now() + 3600 }));
  clock.advance(3600);
  assert.equal((await service.publishDue()).published, 1);
  await service.close();
});
