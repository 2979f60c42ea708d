import sharp from 'sharp';

/** A picture as a file. */
export interface PaintedFile {
  readonly name: string;
  readonly file: Buffer;
}

/** A picture that a newspaper of a harbour town might print, painted anew each time: none is anybody's. */
interface Painting {
  readonly width: number;
  readonly height: number;
  readonly shapes: string;
}

const WIDTH = 1200;
const HEIGHT = 800;

/** Numbers that are the same in each run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function sky(top: string, bottom: string): string {
  const stops = `<stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>`;
  return `<defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>`;
}

const glow = (x: number, y: number, radius: number, colour: string) =>
  [3.2, 2.1, 1]
    .map((times) => `<circle cx="${x}" cy="${y}" r="${radius * times}" fill="${colour}" opacity=".3"/>`)
    .join('');

/** The line of hills against what is behind them. */
function hills(seed: number, y: number, rise: number, colour: string, width = WIDTH): string {
  const next = chances(seed);
  const waves = [1, 2, 4, 9, 21].map((pace) => ({ pace, phase: next() * 6.3, size: rise / pace ** 0.9 }));
  let line = '';
  for (let x = 0; x <= width; x += 8) {
    const height = waves.reduce(
      (sum, { pace, phase, size }) => sum + size * Math.sin((x / 220) * pace + phase),
      0,
    );
    line += `L${x} ${(y - height).toFixed(1)}`;
  }
  return `<path d="M0 ${HEIGHT}${line}L${width} ${HEIGHT}z" fill="${colour}"/>`;
}

/** Water down to the lower edge, with light on it. */
function water(seed: number, y: number, colour: string, light: string, width = WIDTH): string {
  const next = chances(seed);
  const glints = Array.from({ length: 160 }, () => {
    const depth = next() ** 2;
    const length = 20 + depth * 150 * next();
    return `<rect x="${(next() * width).toFixed(0)}" y="${(y + 6 + depth * (HEIGHT - y)).toFixed(0)}" width="${length.toFixed(0)}" height="${(1 + depth * 5).toFixed(1)}" rx="3"/>`;
  });
  return `<rect y="${y}" width="100%" height="${HEIGHT}" fill="${colour}"/><g fill="${light}" opacity=".35">${glints.join('')}</g>`;
}

function boat(x: number, y: number, scale: number, hull: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 0h140l-22 34h-96z" fill="${hull}"/><path d="M-30-26h52V0h-52z" fill="#f3ead8"/><path d="M-4-130h6V0h-6z" fill="#3b3029"/><path d="M8-122 60-18H8z" fill="#e9e2d3"/></g>`;
}

function houses(seed: number, y: number, colours: readonly string[], width = WIDTH): string {
  const next = chances(seed);
  let row = '';
  for (let x = -20; x < width;) {
    const [wide, high] = [70 + next() * 60, 110 + next() * 130];
    const colour = colours[Math.floor(next() * colours.length)] ?? '#888';
    const top = y - high;
    row += `<path d="M${x} ${y}V${top}l${wide / 2}-46 ${wide / 2} 46V${y}z" fill="${colour}"/>`;
    for (let level = top + 22; level < y - 30; level += 46)
      for (let column = x + 14; column < x + wide - 22; column += 30)
        row += `<rect x="${column}" y="${level}" width="15" height="24" fill="#2e3440" opacity=".62"/>`;
    x += wide;
  }
  return row;
}

function bridge(y: number, colour: string): string {
  const arches = [60, 340, 620, 900]
    .map((x) => `M${x} ${y + 150}v-60a110 90 0 0 1 220 0v60h60V${y}H${x - 60}v150z`)
    .join('');
  return `<path d="${arches}" fill="${colour}"/><rect y="${y - 14}" width="100%" height="18" fill="${colour}"/>`;
}

const lighthouse = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><path d="M-34 0-20-260h40L34 0z" fill="#f4efe6"/><path d="M-31-60-28-112h56l3 52zM-26-160l3-52h46l3 52z" fill="#b4412f"/><path d="M-24-306h48v46h-48z" fill="#30353d"/><path d="M-30-306 0-342l30 36z" fill="#b4412f"/><circle cy="-283" r="14" fill="#ffe9a3"/></g>`;

/** Somebody, as far as a picture of two inches needs it. */
const portrait = (wall: string, skin: string, hair: string, coat: string): Painting => ({
  width: 600,
  height: 600,
  shapes: `<rect width="600" height="600" fill="${wall}"/><path d="M90 600c0-150 90-210 210-210s210 60 210 210z" fill="${coat}"/><path d="M250 330h100v90c0 60-100 60-100 0z" fill="${skin}"/><ellipse cx="300" cy="150" rx="138" ry="118" fill="${hair}"/><path d="M176 170h248v120c0 30-30 60-40 60H216c-10 0-40-30-40-60z" fill="${hair}"/><ellipse cx="300" cy="240" rx="108" ry="132" fill="${skin}"/><path d="M188 262c6-96 58-134 112-134s106 38 112 134c-24-56-66-78-112-78s-88 22-112 78z" fill="${hair}"/>`,
});

const scene = (shapes: string, width = WIDTH): Painting => ({ width, height: HEIGHT, shapes });

const PAINTINGS = {
  harbour: scene(
    `${sky('#2d4a6d', '#f5b98a')}${glow(820, 400, 62, '#ffe3a8')}${hills(3, 420, 46, '#5b6380')}${hills(8, 456, 30, '#3f4763')}${water(5, 470, '#4b5f7c', '#ffd9a6')}${boat(330, 610, 1.5, '#7d2f26')}${boat(900, 540, 0.8, '#22405c')}`,
  ),
  bridge: scene(
    `${sky('#6fa3cf', '#dfeaf0')}${hills(21, 430, 70, '#8fae8a')}${hills(12, 470, 36, '#5f8761')}${water(9, 500, '#3f6f86', '#cfe7ee')}${bridge(400, '#a79c8d')}`,
  ),
  market: scene(
    `${sky('#9cc4e4', '#f3efe2')}${houses(4, 640, ['#c9713f', '#d8b26a', '#8fa7a3', '#b9564a', '#e3d6bd'])}<rect y="640" width="100%" height="160" fill="#a89d90"/><g fill="#8b8177"><path d="M0 680h1200v6H0zM0 730h1200v8H0z"/></g>`,
  ),
  storm: scene(
    `${sky('#27303b', '#8b98a3')}${hills(31, 400, 60, '#4a5561')}${water(14, 450, '#33454f', '#e6eef0')}${hills(6, 690, 60, '#22282c')}`,
  ),
  lighthouse: scene(
    `${sky('#274064', '#e6a37c')}${water(2, 500, '#3c5877', '#f6cfa8')}${hills(17, 600, 60, '#2f3a2e')}${lighthouse(760, 560)}`,
  ),
  moor: scene(
    `${sky('#b9cfe0', '#f6ecd9')}${glow(260, 260, 54, '#fff6d8')}${hills(41, 380, 80, '#9aa98d')}${hills(15, 500, 70, '#6f8a5c')}${hills(27, 640, 50, '#43613d')}`,
  ),
  soup: scene(
    `<rect width="100%" height="100%" fill="#7a5638"/><g fill="#6b492d"><path d="M0 130h1200v7H0zM0 330h1200v7H0zM0 540h1200v7H0zM0 700h1200v7H0z"/></g><circle cx="612" cy="424" r="330" fill="#4f3420" opacity=".5"/><circle cx="600" cy="400" r="330" fill="#f2ece0"/><circle cx="600" cy="400" r="262" fill="#d9772b"/><circle cx="560" cy="360" r="190" fill="#e58f3f"/><g fill="#5d8a3a"><ellipse cx="560" cy="330" rx="46" ry="17"/><ellipse cx="660" cy="440" rx="44" ry="16"/><ellipse cx="520" cy="470" rx="38" ry="15"/></g>`,
  ),
  panorama: scene(
    `${sky('#2d4a6d', '#f5b98a')}${glow(1500, 400, 62, '#ffe3a8')}${hills(8, 430, 40, '#5b6380', 2000)}${houses(7, 490, ['#6b5b66', '#8a6f6a', '#54566b'], 2000)}${water(5, 490, '#4b5f7c', '#ffd9a6', 2000)}${boat(620, 600, 1.2, '#7d2f26')}`,
    2000,
  ),
  tower: {
    width: 800,
    height: 1200,
    shapes: `${sky('#5b86b4', '#f0dfc8')}<g transform="translate(60 1040) scale(2.4)">${lighthouse(140, 0)}</g><rect y="1030" width="100%" height="170" fill="#51624a"/>`,
  },
  ann: portrait('#b9c4bd', '#e2b08e', '#4a2f22', '#2f4a5a'),
  tomas: portrait('#c7b9a5', '#b9825d', '#1f1a18', '#6d3b32'),
  award: {
    width: 96,
    height: 96,
    shapes:
      '<circle cx="48" cy="48" r="48" fill="#b8862b"/><path d="m48 16 9 21 23 2-17 15 5 22-20-12-20 12 5-22-17-15 23-2z" fill="#fff6dc"/>',
  },
  sponsor: {
    width: 160,
    height: 96,
    shapes:
      '<rect width="160" height="96" rx="12" fill="#12497a"/><path d="M20 66c20-26 40-26 60 0s40 26 60 0" fill="none" stroke="#fff" stroke-width="12"/>',
  },
} satisfies Record<string, Painting>;

export type PaintingName = keyof typeof PAINTINGS;
export const PAINTING_NAMES = Object.keys(PAINTINGS) as PaintingName[];

/** The file of one; small ones can be seen through. */
export async function paint(name: PaintingName): Promise<PaintedFile> {
  const { width, height, shapes } = PAINTINGS[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const pixels = sharp(Buffer.from(svg));
  if (width < 200) return { name: `${name}.png`, file: await pixels.png().toBuffer() };
  return { name: `${name}.jpg`, file: await pixels.jpeg({ quality: 86 }).toBuffer() };
}
