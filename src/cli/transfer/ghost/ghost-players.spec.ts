import { expect, test } from '@jest/globals';
import { withPlayers } from './ghost-players.js';

test('a video has controls, and no buttons of Ghost', () => {
  const card = `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/v.mp4" loop></video>
<div class="kg-video-overlay"><button>Play</button></div><div class="kg-video-player-container kg-video-hide"><div
class="kg-video-player"><span>0:00</span>/<span>0:12</span></div></div></div><figcaption>Sea</figcaption></figure>`;
  expect(withPlayers(card).replace(/\s+/g, ' ')).toBe(
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video controls src="/v.mp4" loop></video> </div><figcaption>Sea</figcaption></figure>',
  );
});

test('a sound has controls, and its title', () => {
  const card = `<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="/a.mp3"></audio><div
class="kg-audio-title">Waves</div><div class="kg-audio-player"><div>1×</div></div></div></div>`;
  expect(withPlayers(card).replace(/\s+/g, ' ')).toBe(
    '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio controls src="/a.mp3"></audio><div class="kg-audio-title">Waves</div></div></div>',
  );
});

test.each([
  '<p>kg-video-overlay</p>',
  '<video src="/v.mp4" controls class="kg-video-x"></video>',
  '<div class="kg-audio-player">without an end',
])('%s stays as it is', (html) => {
  expect(withPlayers(html)).toBe(html);
});
