import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { IMAGE_WEIGHTS, scrapedImage } from '../images.js';
import { Metas } from './metas.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, pixels, webUrl } from '../text.js';

/** Twitter Cards. */
export class TwitterCardParser implements PageParser {
  readonly name = 'twitter-card';

  parse({ facts, url }: FetchedPage): Findings | null {
    if (!facts) return null;
    const metas = new Metas(facts);
    const player = webUrl(metas.first('twitter:player', 'twitter:player:url'), url);
    const stream = webUrl(metas.first('twitter:player:stream'), url);
    const image = {
      url: metas.first('twitter:image', 'twitter:image:src', 'twitter:image0'),
      width: metas.first('twitter:image:width'),
      height: metas.first('twitter:image:height'),
    };
    return {
      title: cleanText(metas.first('twitter:title', 'twitter:text:title')),
      description: cleanText(metas.first('twitter:description'), MAX_DESCRIPTION_CHARACTERS),
      type: metas.first('twitter:card').trim().toLowerCase() === 'player' && player !== '' ? 'video' : '',
      // A name for Twitter is none for a byline.
      extra: known({ twitter_creator: cleanText(metas.first('twitter:creator'), 100) }),
      images: scrapedImage(image, IMAGE_WEIGHTS.twitterCard, url),
      videos:
        player === '' && stream === ''
          ? []
          : [
              {
                embed_url: player,
                url: stream,
                width: pixels(metas.first('twitter:player:width')),
                height: pixels(metas.first('twitter:player:height')),
                type: cleanText(metas.first('twitter:player:stream:content_type'), 100),
              },
            ],
    };
  }
}
