import type { SettingsOf } from '../site/site-declarations.js';

const EMBED_HOSTS = `
  www.youtube.com www.youtube-nocookie.com player.vimeo.com www.dailymotion.com/embed/ geo.dailymotion.com
  player.twitch.tv clips.twitch.tv streamable.com rumble.com/embed/ embed.ted.com archive.org/embed/
  players.brightcove.net cdn.jwplayer.com fast.wistia.net fast.wistia.com
  open.spotify.com/embed w.soundcloud.com embed.music.apple.com embed.podcasts.apple.com
  bandcamp.com/EmbeddedPlayer www.mixcloud.com/widget/
  www.facebook.com/plugins/ www.instagram.com platform.twitter.com platform.x.com www.tiktok.com/embed
  www.tiktok.com/player/ embed.bsky.app embed.reddit.com www.redditmedia.com www.threads.net www.threads.com
  mastodon.social/@ mastodon.online/@ mastodon.world/@ mstdn.social/@ mas.to/@ fosstodon.org/@ hachyderm.io/@
  infosec.exchange/@ techhub.social/@ chaos.social/@ journa.host/@ newsie.social/@
  assets.pinterest.com www.linkedin.com/embed/ giphy.com/embed/ tenor.com/embed/ imgur.com www.flickr.com/photos/
  datawrapper.dwcdn.net flo.uri.sh public.flourish.studio e.infogram.com infogram.com public.tableau.com
  embed.documentcloud.org www.documentcloud.org e.issuu.com www.scribd.com/embeds/ www.slideshare.net
  www.google.com/maps maps.google.com docs.google.com drive.google.com calendar.google.com form.typeform.com
  www.openstreetmap.org/export/ codepen.io codesandbox.io/embed/ jsfiddle.net gist.github.com`
  .trim()
  .split(/\s+/);

/** The settings `content`. */
export class ContentSettings {
  /**
   * Sites whose frames may be in a text: `host`, `*.host` for all below it,
   * `host/path` for what begins like this.
   */
  readonly embedHosts!: readonly string[];
}

export const contentSettings: SettingsOf<ContentSettings> = {
  group: 'content',
  type: ContentSettings,
  properties: {
    embedHosts: {
      type: 'array',
      items: {
        type: 'string',
        pattern: '^(\\*\\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}(/[^\\s?#]*)?$',
      },
      uniqueItems: true,
      default: EMBED_HOSTS,
      description:
        'whose frames may be in a text: host, *.host for all below it, host/path for what begins like this',
    },
  },
};
