// A page, an embed or an offline file comes alive: the same code in all three. A plate hands over
// what only it knows (its stage, how a state is said in words, its bench); the rest is here.

import { arrange, isEmbed, tellAddresses, tellFaults, whenSeen } from './embed.js';
import { copy } from './safe.js';
import { Engine } from './live.js';
import { TakeAway } from './takeaway.js';
import { LivePanel } from './livepanel.js';
import { Player } from './player.js';
import { makeSay } from './say.js';
import { themeSwitch } from './theme.js';
import { filesOf, Traces } from './traces.js';
import { makeWords } from './words.js';

/**
 * @typedef {{name: string, front: string | null, back: string | null, view: string,
 *   start: number | 'end', play: boolean, section?: string}} SceneNames
 * @typedef {{lang: string, words: string, apart: boolean, kind: 'page' | 'embed' | 'offline', strings: Record<string, string>,
 *   scenes: Record<string, SceneNames[]>, traces: Record<string, any>, urls: Record<string, string>,
 *   files: Record<string, any>, live: any, later: Record<string, string> | null, across: number, film: string | null,
 *   plate: any}} PageData
 *   lang  the interface's language;  words  that of the plate's words and fills;  apart  whether the two may run opposite ways
 * @typedef {{data: PageData, words: import('./words.js').Words, say: (text: string) => void,
 *   traces: Traces, file: (name: string) => Promise<any>, engine: Engine | null, player: Player, show: (scene: SceneNames) => Promise<void>,
 *   put: (scene: import('./player.js').Scene, start: number | 'end') => void,
 *   owners: Map<string, () => void>}} Context
 *   show   a scene by the names of its traces;  put  a scene that is at hand
 *   file   one of the plate's data files, fetched once;  player  only where there is a stage
 *   owners sections whose stage is somebody's own: called when the section comes into view
 * @typedef {{
 *   createStage?: (root: HTMLElement, options: any) => import('./player.js').Stage,
 *   describe?: (scene: import('./player.js').Scene, position: number, context: Context) => string,
 *   stageOptions?: (data: PageData) => any,
 *   marks?: (scene: import('./player.js').Scene, trace: import('./trace.js').Trace, context: Context) => {rows: Set<number>, label: string},
 *   createBench?: (root: HTMLElement, context: Context) => void,
 *   parts?: Record<string, (root: HTMLElement, context: Context) => void>,
 * }} PlateParts
 */

/** Bring the page to life once it has been painted: what was served can be read before any of this runs. An
 *  embed waits until it has been in view: there may be many on a page. @param {PlateParts} plate */
export function start(plate) {
  let begun = false;
  const arranged = isEmbed() ? arrange() : null;
  const begin = () => {
    if (begun) return;
    begun = true;
    liven(plate, arranged);
  };
  const disk = document.querySelector('[data-from-disk]');
  if (disk instanceof HTMLElement) disk.hidden = window.location.protocol !== 'file:';
  if (arranged) return whenSeen(begin);
  window.requestAnimationFrame(() => window.setTimeout(begin));
  window.setTimeout(begin, HIDDEN); // a page in a hidden tab is not painted
}

const HIDDEN = 1500;

/** @param {PlateParts} plate @param {import('./embed.js').Arranged | null} arranged */
function liven(plate, arranged) {
  const data = /** @type {PageData} */ (JSON.parse(at('#plate-data').textContent ?? ''));
  for (const [section, scenes] of Object.entries(data.scenes)) for (const scene of scenes) scene.section = section;
  const words = makeWords(data.strings, data.apart);
  const say = makeSay(at('#said'));
  const context = /** @type {Context} */ ({ data, words, say });
  context.traces = new Traces(data.traces, data.urls);
  context.engine = data.live && arranged?.asked.live !== 'off' ? new Engine(data.live) : null;
  context.file = filesOf(data);
  context.owners = new Map();
  if (plate.createStage) setStage(plate, context);

  const theme = document.querySelector('[data-do=theme]');
  if (theme instanceof HTMLButtonElement) themeSwitch(theme, words);
  for (const panel of document.querySelectorAll('[data-live]')) {
    if (panel instanceof HTMLElement) new LivePanel(panel, context.engine, words, say);
  }
  sceneButtons(context);
  copyButtons(context);
  const bench = document.querySelector('[data-bench]');
  if (bench instanceof HTMLElement) plate.createBench?.(bench, context);
  if (arranged) embed(context, arranged);
  else followSections(context);
  nearParts(plate.parts ?? {}, context);
  keepPlace();
  window.addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  document.documentElement.dataset.ready = 'true';
}

/** @param {PlateParts} plate @param {Context} context */
function setStage(plate, context) {
  const { data, words, say } = context;
  const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stage = plate.createStage?.(at('[data-stage]'), {
    words: data.strings, lang: data.words, reducedMotion: still(), ...plate.stageOptions?.(data),
  });
  const describe = (scene, position) => plate.describe?.(scene, position, context) ?? '';
  context.player = new Player(at('[data-player]'), { stage, words, say, describe, still });
  context.player.watch(at('[data-stage]'));
  context.show = (scene) => show(context, scene);
  context.put = (scene, start) => {
    wanted = null;
    context.player.load(scene, start, false);
  };
  const { across, film, words: lang } = data;
  const marks = plate.marks && ((scene, trace) => plate.marks(scene, trace, context));
  new TakeAway(at('[data-player]'), { player: context.player, words, lang, title: at('h1').textContent ?? '', across, film, marks });
}

/** Bring each part to life before the reader gets to it; in an embed all that are shown, at once, since each may
 *  change the frame's height. @param {NonNullable<PlateParts['parts']>} parts
 *  @param {Context} context */
function nearParts(parts, context) {
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) begin(/** @type {HTMLElement} */ (entry.target));
  }, { rootMargin: '600px 0px' });
  const begin = (root) => {
    near.unobserve(root);
    parts[root.dataset.part](root, context);
    root.dataset.ready = 'true';
  };
  for (const root of document.querySelectorAll('[data-part]')) {
    if (!(root instanceof HTMLElement && root.dataset.part && parts[root.dataset.part])) continue;
    if (!isEmbed()) near.observe(root);
    else if (root.checkVisibility()) begin(root);
  }
}

/** @param {string} selector @returns {HTMLElement} */
function at(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Fetch what a scene needs and put it on the stage; a scene asked for later wins.
 *  @param {Context} context @param {SceneNames} names */
async function show(context, names) {
  wanted = names;
  try {
    const get = (name) => (name ? context.traces.get(name) : Promise.resolve(null));
    const [front, back] = await Promise.all([get(names.front), get(names.back)]);
    if (wanted === names) context.player.load({ front, back, view: names.view, section: names.section }, names.start, names.play);
  } catch {
    if (wanted === names) context.player.words.textContent = context.words('player.missing');
  }
}

/** @type {SceneNames | null} */
let wanted = null;

/** The section in view decides what is on the stage. @param {Context} context */
function followSections(context) {
  const sections = [...document.querySelectorAll('.words > section')];
  const side = document.querySelector('.stage-side');
  let current = '';
  const choose = () => {
    const line = readingLine(side);
    const under = sections.filter((s) => s.getBoundingClientRect().top < line);
    const section = under.at(-1) ?? sections[0];
    if (!section || section.id === current) return;
    current = section.id;
    for (const s of sections) s.toggleAttribute('data-current', s === section);
    markScene(section, 0);
    const own = context.owners.get(current);
    if (own) own();
    else if (context.data.scenes[current]) context.show(context.data.scenes[current][0]);
  };
  if (side instanceof HTMLElement) padBelow(side);
  let waiting = 0;
  window.addEventListener('scroll', () => {
    waiting ||= window.requestAnimationFrame(() => {
      waiting = 0;
      choose();
    });
  }, { passive: true });
  choose();
}

/** Section links stop below the stage where it stands above the words. @param {HTMLElement} side */
function padBelow(side) {
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingTop = isAbove(side) ? `${side.offsetHeight}px` : '';
  }).observe(side);
}

/** Whether the stage stands above the words, and not beside them. @param {HTMLElement} side */
function isAbove(side) {
  return side.offsetWidth > window.innerWidth * 0.8;
}

/** Where on the screen a section counts as being read: below the stage if that is above the words.
 *  @param {Element | null} side */
function readingLine(side) {
  const above = side instanceof HTMLElement && isAbove(side) ? Math.max(0, side.getBoundingClientRect().bottom) : 0;
  return above + (window.innerHeight - above) * 0.4;
}

/** Buttons in the words that put another scene of their section on the stage. @param {Context} context */
function sceneButtons(context) {
  for (const button of document.querySelectorAll('button[data-scene]')) {
    button.addEventListener('click', () => {
      const section = button.closest('section');
      const scenes = context.data.scenes[section?.id ?? ''] ?? [];
      const which = scenes.findIndex((scene) => scene.name === button.getAttribute('data-scene'));
      if (!section || which < 0) return;
      markScene(section, which);
      context.show(scenes[which]);
    });
  }
}

/** @param {Element} section @param {number} which */
function markScene(section, which) {
  const name = (section.getAttribute('data-scenes') ?? '').split(' ')[which];
  for (const button of section.querySelectorAll('button[data-scene]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-scene') === name));
  }
}

/** An embed's stage has one section's scene; it has no steps that scrolling drives.
 *  @param {Context} context @param {import('./embed.js').Arranged} arranged */
function embed(context, arranged) {
  tellFaults(arranged, context.words);
  tellAddresses(context.words);
  const { section, asked } = arranged;
  const named = document.getElementById(section);
  if (named) markScene(named, 0);
  const own = asked.show && context.owners.get(section);
  const scenes = (asked.show && context.data.scenes[section]) || Object.values(context.data.scenes)[0];
  // A link's state is put on the stage by whose it is.
  const [head, state] = window.location.hash.slice(1).split('&');
  if (own) own();
  else if (scenes?.[0] && !(state && context.owners.has(head))) context.show(scenes[0]);
}

/** @param {Context} context */
function copyButtons(context) {
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.addEventListener('click', async () => {
      const from = document.getElementById(button.getAttribute('data-copy') ?? '');
      if (!from) return;
      const how = await copy(from.textContent ?? '', from);
      context.say(context.words(`copy.${how}`));
      button.setAttribute('data-done', how);
      button.textContent = context.words(`copy.${how}`);
    });
  }
}

/** The other language opens at the section that is being read. */
function keepPlace() {
  for (const link of document.querySelectorAll('a[data-other-language]')) {
    link.addEventListener('click', () => {
      const section = document.querySelector('section[data-current]');
      const fragment = window.location.hash.includes('&') ? window.location.hash : section ? `#${section.id}` : '';
      if (link instanceof HTMLAnchorElement) link.hash = fragment;
    });
  }
}
