/** The messages of the theme; `{}` stands for a number. */
export interface Messages {
  readonly skip: string;
  readonly sections: string;
  readonly moreSections: string;
  readonly path: string;
  readonly draft: string;
  readonly draftNote: string;
  readonly by: string;
  readonly updated: string;
  readonly reading: string;
  /** Words by the plural forms of the language. */
  readonly words: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
  readonly sponsored: string;
  readonly tags: string;
  readonly related: string;
  readonly newTab: string;
  readonly pages: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly empty: string;
  /** Label of the button that leads to the documentation, where a site has no posts. */
  readonly publish: string;
  readonly home: string;
  readonly feeds: string;
  readonly slideshow: string;
  readonly slide: string;
  readonly position: string;
  readonly previous: string;
  readonly next: string;
  readonly table: string;
  readonly frame: string;
  readonly image: string;
  readonly missing: string;
  readonly missingNote: string;
  readonly gone: string;
  readonly goneNote: string;
  readonly product: string;
  readonly recipe: string;
  /** Label of the button, where the post has none. */
  readonly keepReading: string;
}

export const ENGLISH: Messages = {
  skip: 'Skip to content',
  sections: 'Sections',
  moreSections: 'More sections',
  path: 'Path',
  draft: 'Draft',
  draftNote: 'This page is not published.',
  by: 'By',
  updated: 'Updated',
  reading: '{} read',
  words: { one: '{} word', other: '{} words' },
  sponsored: 'Sponsored',
  tags: 'Tags',
  related: 'More to read',
  newTab: '(opens in a new tab)',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  empty: 'Nothing has been published here yet.',
  publish: 'How to publish the first post',
  home: 'Go to the home page',
  feeds: 'Feeds',
  slideshow: 'Slideshow',
  slide: 'slide',
  position: '{} of {}',
  previous: 'Previous',
  next: 'Next',
  table: 'Table',
  frame: 'Embedded content',
  image: 'Image',
  missing: 'There is nothing here',
  missingNote: 'The page that you have asked for does not exist, or it is not public.',
  gone: 'This is gone',
  goneNote: 'What was here has been removed.',
  product: 'Product',
  recipe: 'Recipe',
  keepReading: 'Keep Reading',
};
