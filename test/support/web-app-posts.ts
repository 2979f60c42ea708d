import type { AddressInfo } from 'node:net';
import { createImages } from './images.js';
import { type Service, startService } from './service.js';

export const COUNT = 23;

/** A service with what examples/web-app shows. */
export interface PostsOfWebApp {
  readonly service: Service;
  readonly graphqlUrl: string;
  /** Newest first. */
  readonly ids: readonly number[];
  /** Its author, its section, and the two URLs that it has had. */
  readonly bridge: { readonly id: number; readonly url: string; readonly formerUrl: string };
  /** Two posts with one image; its credit and the spelling of their tag differ. */
  readonly harbour: readonly string[];
}

interface PostResponse {
  readonly id: number;
  readonly post_url: string;
}

export async function startPostsOfWebApp(): Promise<PostsOfWebApp> {
  const service = await startService({ environment: { SCHEDULER: 'off' } });
  await createImages(service, 1);
  const section = { title: 'News', url: 'news', status: 2 };
  const { body: news } = await service.post('/api/1.3/sections', section).expect(200);
  const sections = [(news as { id: number }).id];
  const make = async (sent: object) => {
    const { body } = await service.post('/api/1.3/posts', { sections, ...sent }).expect(200);
    return body as PostResponse;
  };
  const first = await make({ headline: 'The bridge is open', body: '<p>It is 400 m long.</p>' });
  const { body: bridge } = await service
    .put(`/api/1.3/posts/${first.id}`, { manual_basename: 'bridge' })
    .expect(200);
  const harbour = [
    await make({ headline: 'The harbour', image_id: 1, photo_credit: 'Ann Lee', tags: ['Port Amber'] }),
    await make({ headline: 'The pier', image_id: 1, photo_credit: 'Paul Berry', tags: ['port amber'] }),
  ];
  const stories = Array.from({ length: COUNT - 3 }, (_, n) => ({ headline: `Story ${n}`, sections }));
  const { body: made } = await service.post('/api/1.3/posts/bulk', stories).expect(200);
  const all = [first, ...harbour, ...(made as PostResponse[])].map(({ id }) => id);
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  return {
    service,
    graphqlUrl: `http://127.0.0.1:${port}/core/graphql`,
    ids: all.sort((a, b) => b - a),
    bridge: { id: first.id, url: (bridge as PostResponse).post_url, formerUrl: first.post_url },
    harbour: harbour.map(({ post_url }) => post_url),
  };
}
