import { words } from '../../../../kernel/text.js';
import { ADDING, READING, type Tool } from './tool.js';

const IMAGE = words(`
  id width height filename is_animated_gif shortcode shortcode_params thumbnails image_original_url`);

export const SITE_TOOLS: readonly Tool[] = [
  {
    name: 'get_me',
    title: 'Who am I',
    description: 'The author in whose name the key acts, with role, rights, and scope and end of the key.',
    effect: READING,
    operation: 'getMe',
  },
  {
    name: 'list_sections',
    title: 'List sections',
    description:
      'Sections of the site in their order. status: 1 Private (readers do not see it), 2 Public, 3 Unlisted. Home is 0, and not in the list.',
    effect: READING,
    operation: 'listSections',
    list: 'sections',
    shows: ['id', 'title', 'url', 'full_url', 'parent_id', 'status', 'tags'],
  },
  {
    name: 'list_authors',
    title: 'List authors',
    description: 'Authors, the newest first, or the one of a name.',
    effect: READING,
    operation: 'searchAuthors',
    without: ['offset', 'count'],
    list: 'authors',
    shows: ['id', 'name', 'displayname', 'bio', 'profile_url'],
  },
  {
    name: 'list_images',
    title: 'List images',
    description: 'Images, the newest first, with the shortcode that shows each in a text.',
    effect: READING,
    operation: 'listImages',
    without: ['offset', 'count'],
    list: 'images',
    shows: IMAGE,
  },
  {
    name: 'upload_image',
    title: 'Upload an image from a URL',
    description:
      'Fetches a picture from a public URL. Its id is the image_id of an article, its shortcode shows it in a text.',
    effect: { ...ADDING, openWorldHint: true },
    operation: 'uploadImage',
    without: ['file'],
    needs: ['image_url'],
    words: { image_url: 'public http or https URL of the picture' },
    shows: IMAGE,
  },
];
