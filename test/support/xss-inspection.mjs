/*
 * Runs in Chromium, in a page of the test: opens pages in frames of its own origin, looks for whatever could
 * run in them, and does to them what readers do.
 */
const { document, DOMParser, Document, Element, MouseEvent, Event, URL, setTimeout } = globalThis;

const TIME_LIMIT_MS = 60_000;
/** Handlers of errors, animations and toggles are called a moment later. */
const SETTLING_MS = 60;
const CONCURRENCY = 16;

const XHTML = 'http://www.w3.org/1999/xhtml';
const AMP_SCRIPT = /^https:\/\/cdn\.ampproject\.org\/v0(?:\/amp-(?:audio|iframe|video)-0\.1)?\.js$/;
const SCHEMES = /^(?:https?|mailto|sms|tel):$/;
const FORBIDDEN = new Set(
  'applet base button dialog embed fencedframe form frame frameset input object portal select template textarea'.split(
    ' ',
  ),
);
const FORBIDDEN_ATTRIBUTES = /^(?:on.*|srcdoc|formaction|action|ping|background|dynsrc|lowsrc|.*:href|is)$/;
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'cite', 'data', 'longdesc', 'manifest']);
const NAMED = new Set(['img', 'iframe', 'form', 'object', 'embed']);
const RELATIONS = /^(?:stylesheet|canonical|amphtml|alternate|icon|prev|next)$/;
const STYLE = /url\s*\(|expression|binding|behavior|@import|position\s*:\s*fixed/i;
const EVENTS =
  'mouseover mouseenter mousemove pointerover pointerenter mousedown mouseup dblclick contextmenu focus focusin blur keydown input change select submit scroll wheel copy paste drag drop animationstart animationiteration animationend transitionrun transitionend beforetoggle toggle load error pageshow'.split(
    ' ',
  );

const USUAL_EVENTS = ['mouseover', 'focus'];

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
/** Not by a method of the document itself: names of elements can stand before it. */
const allIn = (root) => (root.nodeType === 9 ? Document : Element).prototype.querySelectorAll.call(root, '*');
const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
const shown = (element) => element.cloneNode(false).outerHTML.slice(0, 300);

function* faultsOfScript(element) {
  if (attribute(element, 'type') !== 'application/ld+json') {
    if (!AMP_SCRIPT.test(element.src) || element.text !== '') yield 'a script';
    return;
  }
  try {
    if (typeof JSON.parse(element.text) !== 'object') yield 'JSON-LD is no object';
  } catch {
    yield `JSON-LD cannot be read: ${element.text}`;
  }
}

function* faultsOfFrame(element) {
  const tokens = (attribute(element, 'sandbox') ?? 'allow-top-navigation').split(/\s+/);
  if (tokens.some((token) => /^allow-(?:top-navigation.*|modals)$/.test(token)))
    yield 'a frame without walls';
  const url = URL.parse(attribute(element, 'src') ?? '', document.baseURI);
  const isOwn = url?.host === document.location.host;
  if (isOwn ? !url.pathname.startsWith('/res/embeds/') : url?.protocol !== 'https:' || /evil/.test(url.host))
    yield 'a frame of nobody known';
}

function* faultsOfElement(element) {
  const name = element.localName;
  const isInHead = element.parentElement?.localName === 'head';
  if (element.namespaceURI !== XHTML || FORBIDDEN.has(name)) yield 'an element that has no place here';
  if (name === 'script') yield* faultsOfScript(element);
  if (name === 'iframe' || name === 'amp-iframe') yield* faultsOfFrame(element);
  if (name === 'meta' && (!isInHead || element.hasAttribute('http-equiv'))) yield 'a meta element';
  if (name === 'link' && !(isInHead && RELATIONS.test(attribute(element, 'rel')))) yield 'a link element';
  if (name === 'style' && !(isInHead && /^amp-/.test(element.attributes[0]?.name))) yield 'a style sheet';
  if (NAMED.has(name) && attribute(element, 'name') !== null)
    yield 'a name that stands before the document’s';
}

function* faultsOfAttributes(element) {
  for (const name of Element.prototype.getAttributeNames.call(element)) {
    const value = attribute(element, name);
    if (FORBIDDEN_ATTRIBUTES.test(name)) yield `the attribute ${name}`;
    if (name === 'style' && STYLE.test(value)) yield 'a style that reaches out';
    if (!ADDRESSES.has(name)) continue;
    const addresses =
      name === 'srcset' ? value.split(/,\s+/).map((one) => one.trim().split(' ')[0]) : [value];
    for (const address of addresses) {
      const scheme = URL.parse(address, 'http://base.example/')?.protocol ?? 'http:';
      if (!SCHEMES.test(scheme)) yield `an address with ${scheme}`;
    }
  }
}

function inspect(root) {
  const faults = [];
  for (const element of allIn(root))
    for (const fault of [...faultsOfElement(element), ...faultsOfAttributes(element)])
      faults.push(`${fault}: ${shown(element)}`);
  return faults;
}

/** Checks that a page ends what it begins: no text has swallowed the rest. */
function inspectWhole(page) {
  const faults = [];
  const find = (selector) => Document.prototype.querySelectorAll.call(page, selector).length;
  if (find('head > title') !== 1) faults.push('not one title');
  if (find('body > footer.p-footer') !== 1) faults.push('the footer is not where it should be');
  return faults;
}

/** Everything that a reader could do; links lead nowhere, but those that run something. */
function use(root) {
  const page = root.ownerDocument ?? root;
  const stay = (event) => {
    const link = event.composedPath().find(({ localName }) => localName === 'a' || localName === 'area');
    if (link && SCHEMES.test(link.protocol)) event.preventDefault();
  };
  page.defaultView?.addEventListener('click', stay, true);
  for (const element of allIn(root)) {
    const names = Element.prototype.getAttributeNames.call(element);
    // Without a script there are no other handlers than those of attributes.
    const hasHandler = names.some((name) => name.startsWith('on'));
    for (const type of hasHandler ? EVENTS : USUAL_EVENTS)
      element.dispatchEvent(new Event(type, { bubbles: false, cancelable: true }));
    if (element.localName === 'details') element.open = true;
    if (hasHandler || names.includes('tabindex')) element.focus({ preventScroll: true });
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  }
}

/** Out of sight: what needs to be seen to run has an attribute that is found. */
function framed() {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  const loads = { count: 0 };
  const loaded = new Promise((resolve) => {
    frame.onload = () => {
      loads.count += 1;
      resolve(true);
    };
  });
  return { frame, loads, isLoaded: Promise.race([loaded, pause(TIME_LIMIT_MS)]) };
}

async function look({ url, name }) {
  const { frame, loads, isLoaded } = framed();
  frame.src = url;
  document.body.append(frame);
  const faults = (await isLoaded) ? [] : ['never loads'];
  const page = frame.contentDocument;
  if (page?.URL !== new URL(url).href) faults.push('leads somewhere else');
  else {
    faults.push(...inspect(page), ...inspectWhole(page));
    use(page);
    await pause(SETTLING_MS);
    if (loads.count !== 1 || frame.contentDocument !== page)
      faults.push('leads somewhere else after a while');
  }
  frame.remove();
  return faults.map((fault) => `${name}, ${url}: ${fault}`);
}

/** Opens pages, each with its own headers, some at a time. */
async function pages(targets) {
  const waiting = [...targets];
  const faults = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) faults.push(...(await look(next)));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return faults;
}

/**
 * Does what a careless reader of feeds does: takes the text for HTML and puts
 * it into a page without any policy.
 */
async function fragments(given) {
  const { frame } = framed();
  document.body.append(frame);
  const places = given.map(({ html, name }) => {
    const place = frame.contentDocument.createElement('div');
    frame.contentDocument.body.append(place);
    place.innerHTML = html;
    return { place, name };
  });
  await pause(SETTLING_MS);
  const faults = places.flatMap(({ place, name }) => inspect(place).map((fault) => `${name}: ${fault}`));
  for (const { place } of places) use(place);
  await pause(SETTLING_MS);
  frame.remove();
  return faults;
}

const NAMESPACES =
  /^(?:$|http:\/\/(?:www\.w3\.org\/2005\/Atom|purl\.org\/(?:rss\/1\.0\/modules\/content|dc\/elements\/1\.1)\/|search\.yahoo\.com\/mrss\/|www\.sitemaps\.org\/schemas\/sitemap\/0\.9|www\.google\.com\/schemas\/sitemap-news\/0\.9)$)/;

/**
 * Well-formed XML of the kinds that there are: its faults, its addresses, and the HTML that its items hold.
 */
async function xml(url) {
  const answer = await globalThis.fetch(url);
  const tree = new DOMParser().parseFromString(await answer.text(), 'application/xml');
  const elements = [...tree.getElementsByTagName('*')];
  const faults = elements
    .filter(
      ({ localName, namespaceURI }) => localName === 'parsererror' || !NAMESPACES.test(namespaceURI ?? ''),
    )
    .map((element) => `${url} has ${element.nodeName}: ${element.textContent.slice(0, 300)}`);
  if (answer.status !== 200) faults.push(`${url} is answered with ${answer.status}`);
  const texts = (name) => elements.filter(({ nodeName }) => nodeName === name).map((one) => one.textContent);
  return { faults, locations: texts('loc'), html: [...texts('description'), ...texts('content:encoded')] };
}

globalThis.xss = { pages, fragments, xml };
