/** Property and value, in the order of the attribute. */
type Declaration = readonly [property: string, value: string];

/**
 * Longer styles, and more of them in a page, are an error in AMP; the rest is
 * for the styles of the page itself.
 */
const MAX_STYLE = 1000;
export const MAX_STYLES = 50_000;

/** A CSS declaration without `!important`, which AMP refuses, and without URLs, which it would check. */
const DECLARATION = new RegExp(
  `^(?=[^]{1,${MAX_STYLE}}$)\\s*([a-z]+(?:-[a-z]+)*)\\s*:\\s*((?!.*url)[\\w.,#%/()+-][\\w .,#%/()+-]*)$`,
  'i',
);

export function declarationsOf(style: string): Declaration[] {
  return style.split(';').flatMap((text) => {
    const [, property, value] = DECLARATION.exec(text) ?? [];
    return property === undefined || value === undefined ? [] : [[property.toLowerCase(), value.trimEnd()]];
  });
}

/** A `style` attribute of the first declarations that fit into it. */
export function styleOf(declarations: readonly Declaration[]): string {
  let style = '';
  for (const [property, value] of declarations) {
    const longer = `${style}${style && ';'}${property}:${value}`;
    if (longer.length > MAX_STYLE) break;
    style = longer;
  }
  return style;
}

/** Styles that the attributes of a layout replace. */
const SIZING = new Set([
  'aspect-ratio',
  'height',
  'max-height',
  'min-height',
  'min-width',
  'object-fit',
  'width',
]);

/** The style of what AMP lays out itself: of a width, only a part of what is around it. */
export function withoutSizes(style: readonly Declaration[]): Declaration[] {
  return style.filter(
    ([property, value]) =>
      !SIZING.has(property) || (property === 'width' && value.endsWith('%') && value !== '100%'),
  );
}

type Shape = readonly [width: number, height: number];

/** The known size of an element: pixels, and the ratio of width to height. */
export interface Size {
  readonly width: number | null;
  readonly height: number | null;
  readonly ratio: Shape | null;
  /** Whether it is as wide as a part of what is around it. */
  readonly isFluid: boolean;
  readonly fit: string | undefined;
}

const DEFAULT_SHAPE: Shape = [16, 9];
const NUMBER = '\\d{1,5}(?:\\.\\d{1,4})?';
const PIXELS = new RegExp(`^(${NUMBER})(?:px)?$`);
const RATIO = new RegExp(`^(${NUMBER})(?:\\s*/\\s*(${NUMBER}))?$`);

export function sizeOf(given: ReadonlyMap<string, string>, style: readonly Declaration[]): Size {
  const styled = (property: string) => style.findLast(([name]) => name === property)?.[1] ?? '';
  const pixels = (name: string) =>
    numberOf(PIXELS.exec(styled(name))) ?? numberOf(PIXELS.exec((given.get(name) ?? '').trim()));
  return {
    width: pixels('width'),
    height: pixels('height'),
    ratio: shapeOf(RATIO.exec(styled('aspect-ratio'))),
    isFluid: styled('width').endsWith('%'),
    fit: styled('object-fit') || undefined,
  };
}

function numberOf(match: RegExpExecArray | null): number | null {
  return match && Math.max(1, Number(match[1]));
}

function shapeOf(match: RegExpExecArray | null): Shape | null {
  const [, width = '0', height = '1'] = match ?? [];
  return Number(width) > 0 && Number(height) > 0 ? [Number(width), Number(height)] : null;
}

export type Layout = Readonly<Record<string, string | number | undefined>>;

/**
 * An image is as large as it is, where there is room; one of unknown size is
 * shown whole in a box of a usual shape.
 */
export function imageLayout({ width, height, ratio, isFluid, fit }: Size): Layout {
  const [across, down] = ratio ?? DEFAULT_SHAPE;
  const isUnsized = width === null && height === null;
  const isKnown = ratio !== null || (width !== null && height !== null);
  return {
    layout: isFluid || isUnsized ? 'responsive' : 'intrinsic',
    width: width ?? scaled(height, across, down),
    height: height ?? scaled(width, down, across),
    'object-fit': fit ?? (isKnown ? undefined : 'contain'),
  };
}

/** @returns the first of two parts, where the second one is as long as the given side; itself for none */
function scaled(side: number | null, part: number, other: number): number {
  return side === null ? part : Math.ceil((side * part) / other);
}

/** A player is as wide as what is around it. */
export function playerLayout({ width, height, ratio }: Size): Layout {
  if (height !== null && width === null) return { layout: 'fixed-height', height };
  const [across, down] = width !== null && height !== null ? [width, height] : (ratio ?? DEFAULT_SHAPE);
  return { layout: 'responsive', width: across, height: down };
}
